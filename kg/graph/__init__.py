"""From values to RDF and back: triples, the store on disk, the projection to nodes and edges."""
