"""A server instead of the store on disk.

`client` sends requests, `server` asks for rows and triples, `asking` runs a query there or reads all that is there, `graphs` has the
names of our graphs and the form of our queries there, and `pushing` puts the graph there.
"""
