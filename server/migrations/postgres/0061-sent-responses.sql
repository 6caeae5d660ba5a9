-- Requests that programs sent with an idempotency key, so that sending one again stores nothing again. Neither the key, the body
-- nor the answer can be found out from a row: the body's hash and the answer's encryption take the key, of which only a hash is
-- here. Removed after a day.
CREATE TABLE sent_request (
  api_key_id int NOT NULL REFERENCES api_key ON DELETE CASCADE,
  key_hash text NOT NULL,
  body_hash text NOT NULL,
  -- What became of its rows, compressed and encrypted; empty until they are stored, in the same transaction.
  answer bytea NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (api_key_id, key_hash)
);
CREATE INDEX sent_request_created ON sent_request (created_at);
