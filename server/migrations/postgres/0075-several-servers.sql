-- What the servers that work on one database count and sign with together.

-- Attempts to sign in and to have a password link sent. Not logged: after a crash of PostgreSQL all of them are forgotten.
CREATE UNLOGGED TABLE attempt (
  -- A hash of who tries what.
  key text PRIMARY KEY,
  taken timestamptz[] NOT NULL,
  last_at timestamptz NOT NULL
);

-- What is left of an API key's requests for a minute. Not logged either, because every request changes it.
CREATE UNLOGGED TABLE key_allowance (
  key_id int PRIMARY KEY REFERENCES api_key ON DELETE CASCADE,
  remaining double precision NOT NULL,
  -- How many of the requests that were counted last were let in.
  granted int NOT NULL,
  at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- What the embedded identity provider signs with: one row.
CREATE TABLE provider_key (
  id int PRIMARY KEY CHECK (id = 1),
  keys jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
