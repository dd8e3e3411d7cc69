-- The imported documents. One transaction for each import, so that it happens as a whole or not at all.
CREATE TABLE documents (
    id TEXT PRIMARY KEY, title TEXT, path TEXT, form TEXT, revision TEXT, dated TEXT, imported TEXT, content TEXT,
    lines TEXT, markers TEXT
);
-- What `ygokg.documents.searching` is made of: the texts of a document's passages as `ygokg.search.query` folds them, a line each,
-- and how each ranks (an array of unsigned integers); the number of the first passage.
CREATE TABLE searched (document TEXT PRIMARY KEY, first INTEGER, folded BLOB, ranks BLOB);
CREATE TABLE passages (
    number INTEGER PRIMARY KEY, document TEXT, line INTEGER, digest TEXT, kind TEXT, text TEXT, section TEXT, ordinal TEXT, box TEXT,
    label TEXT, date TEXT, dated TEXT, state TEXT, source_class TEXT, quotes TEXT, refs TEXT, struck TEXT
);
CREATE INDEX passages_document ON passages (document, line);
CREATE INDEX passages_digest ON passages (digest);
CREATE INDEX passages_dated ON passages (dated);
-- A name as it stands in a passage; `key` is what it is looked up by.
CREATE TABLE names (passage INTEGER, position INTEGER, name TEXT, key TEXT, marked INTEGER, series INTEGER, effects TEXT);
CREATE INDEX names_passage ON names (passage);
CREATE INDEX names_key ON names (key);
CREATE TABLE evidence (
    passage INTEGER, position INTEGER, class TEXT, identifier TEXT, date TEXT, url TEXT, first INTEGER, last INTEGER
);
CREATE INDEX evidence_passage ON evidence (passage);
CREATE INDEX evidence_identifier ON evidence (identifier);
-- Names that a document defines by a link, each `card` or `series`.
CREATE TABLE targets (document TEXT, name TEXT, kind TEXT);
CREATE INDEX targets_name ON targets (name);
-- What a newer import of a document has no longer, or elsewhere, or in another state.
CREATE TABLE earlier (
    document TEXT, line INTEGER, digest TEXT, kind TEXT, text TEXT, section TEXT, state TEXT, names TEXT, revision TEXT, dated TEXT,
    replaced TEXT, change TEXT, box TEXT
);
CREATE INDEX earlier_digest ON earlier (digest);
