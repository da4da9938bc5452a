// Loads nodes.csv and relationships.csv into Neo4j 5.23 or newer; may be run again.
// The files must lie where the server looks for them (its import folder), or change file:///
// to the web address of the folder. In Neo4j Browser write :auto before each LOAD CSV.

CREATE CONSTRAINT paper_iri IF NOT EXISTS FOR (node:Paper) REQUIRE node.iri IS UNIQUE;
CREATE CONSTRAINT concept_iri IF NOT EXISTS FOR (node:Concept) REQUIRE node.iri IS UNIQUE;

LOAD CSV WITH HEADERS FROM 'file:///nodes.csv' AS row
WITH row WHERE row.kind = 'paper'
CALL (row) {
  MERGE (node:Paper {iri: row.`iri:ID`})
  SET node.id = row.id, node.label = row.label, node.name = row.name, node.kind = row.kind,
      node.year = toInteger(row.`year:int`), node.papers = toInteger(row.`papers:int`)
} IN TRANSACTIONS OF 1000 ROWS;

LOAD CSV WITH HEADERS FROM 'file:///nodes.csv' AS row
WITH row WHERE row.kind = 'concept'
CALL (row) {
  MERGE (node:Concept {iri: row.`iri:ID`})
  SET node.id = row.id, node.label = row.label, node.name = row.name, node.kind = row.kind,
      node.concept_type = row.concept_type, node.papers = toInteger(row.`papers:int`),
      node.aliases = split(row.`aliases:string[]`, ';')
  FOREACH (_ IN CASE row.concept_type WHEN 'method' THEN [1] ELSE [] END | SET node:Method)
  FOREACH (_ IN CASE row.concept_type WHEN 'task' THEN [1] ELSE [] END | SET node:Task)
  FOREACH (_ IN CASE row.concept_type WHEN 'dataset' THEN [1] ELSE [] END | SET node:Dataset)
} IN TRANSACTIONS OF 1000 ROWS;
