-- Letters: what they are made of, and what was made.

-- The documents of letters' templates, cleaned of whatever could load or run anything. A template names one by its key,
-- in `contents`; one that no template names is removed a day later.
CREATE TABLE letter_document (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  key text NOT NULL UNIQUE,
  -- Name of the file that was uploaded.
  name text NOT NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX letter_document_universe ON letter_document (universe_id, created_at);

-- The letters of campaigns, as PDF. One belongs to its message, and goes with it.
CREATE TABLE letter (
  recipient_id bigint PRIMARY KEY REFERENCES recipient ON DELETE CASCADE,
  campaign_id int NOT NULL REFERENCES campaign ON DELETE CASCADE,
  pages int NOT NULL,
  content bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  -- When it was part of a file of letters for the first time; null for a new one.
  downloaded_at timestamptz
);
-- PDF is compressed already.
ALTER TABLE letter ALTER content SET STORAGE EXTERNAL;
CREATE INDEX letter_campaign ON letter (campaign_id, recipient_id);
CREATE INDEX letter_new ON letter (campaign_id, recipient_id) WHERE downloaded_at IS NULL;

-- Whoever forgets where a message went forgets the letter, which says it too.
CREATE OR REPLACE FUNCTION forget_letter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM letter WHERE recipient_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_letter AFTER UPDATE OF address ON recipient
  FOR EACH ROW WHEN (OLD.address <> '' AND NEW.address = '') EXECUTE FUNCTION forget_letter();
