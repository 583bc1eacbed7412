CREATE TABLE collection (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  about TEXT NOT NULL,
  added INTEGER NOT NULL
);

-- Times are milliseconds since 1970. Ids are never used again (AUTOINCREMENT): a page may still hold an old one.
CREATE TABLE puzzle (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  format TEXT NOT NULL,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  rules TEXT NOT NULL,
  hash TEXT NOT NULL,
  added INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  score REAL,
  word TEXT,
  scale TEXT,
  notes TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('new', 'started', 'solved'))
);
CREATE INDEX puzzle_collection ON puzzle (collection, added);
CREATE INDEX puzzle_hash ON puzzle (hash);
CREATE INDEX puzzle_score ON puzzle (score);
CREATE INDEX puzzle_added ON puzzle (added);

CREATE TABLE tag (
  puzzle INTEGER NOT NULL REFERENCES puzzle (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  PRIMARY KEY (puzzle, name)
) WITHOUT ROWID;
CREATE INDEX tag_name ON tag (name);

CREATE TABLE progress (
  puzzle INTEGER PRIMARY KEY REFERENCES puzzle (id) ON DELETE CASCADE,
  position TEXT NOT NULL,
  seconds REAL NOT NULL,
  at INTEGER NOT NULL
);

CREATE TABLE history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  puzzle INTEGER NOT NULL REFERENCES puzzle (id) ON DELETE CASCADE,
  position TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX history_puzzle ON history (puzzle, id);

-- The words of a puzzle; its rowid is the puzzle's id. The texts themselves stand in the tables above.
CREATE VIRTUAL TABLE words USING fts5 (
  title, author, tags, notes, rules,
  content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER puzzle_gone AFTER DELETE ON puzzle BEGIN
  DELETE FROM words WHERE rowid = old.id;
END;
