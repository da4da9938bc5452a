LOAD CSV WITH HEADERS FROM 'file:///relationships.csv' AS row
WITH row WHERE row.`:TYPE` = '$type'
CALL (row) {
  MATCH (source:$start {iri: row.`:START_ID`})
  MATCH (target:$end {iri: row.`:END_ID`})
  MERGE (source)-[edge:$type]->(target)
  SET edge.edge_id = row.edge_id, edge.relation = row.relation,
      edge.interaction = row.interaction, edge.support = toInteger(row.`support:int`),
      edge.confidence = toFloat(row.`confidence:double`),
      edge.salience = toFloat(row.`salience:double`),
      edge.quotes = split(row.`quotes:string[]`, ';')
} IN TRANSACTIONS OF 1000 ROWS;
