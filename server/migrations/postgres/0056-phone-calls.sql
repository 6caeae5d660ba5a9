-- Phone calls: where they are, and what was recorded of them.

-- A call of a named survey that is under way: what was entered so far, so that a question that its provider asks twice is
-- answered twice alike. The content is removed when the call ends. Of an anonymous survey there is no row.
CREATE TABLE phone_call (
  recipient_id bigint PRIMARY KEY REFERENCES recipient ON DELETE CASCADE,
  content jsonb,
  has_ended boolean NOT NULL DEFAULT false
);

-- What somebody said on the phone to a question of words. It belongs to the message that is the call, and goes with it.
CREATE TABLE recording (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient_id bigint NOT NULL REFERENCES recipient ON DELETE CASCADE,
  question_id int REFERENCES question ON DELETE SET NULL,
  -- The provider's name of it.
  sid text NOT NULL,
  -- Whether it is an answer (they can also have gone past the question), and whether the provider has it by now.
  is_wanted boolean NOT NULL DEFAULT false,
  is_ready boolean NOT NULL DEFAULT false,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'STORED', 'FAILED')),
  seconds int NOT NULL DEFAULT 0,
  type text NOT NULL DEFAULT '',
  content bytea,
  made_at timestamptz NOT NULL,
  UNIQUE (recipient_id, sid)
);
-- Audio is compressed already.
ALTER TABLE recording ALTER content SET STORAGE EXTERNAL;
CREATE INDEX recording_waiting ON recording (id) WHERE state = 'WAITING' AND is_wanted AND is_ready;
CREATE INDEX recording_question ON recording (question_id) WHERE question_id IS NOT NULL;

-- Whoever forgets where a call went forgets what was said in it.
CREATE OR REPLACE FUNCTION forget_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM recording WHERE recipient_id = NEW.id;
  DELETE FROM phone_call WHERE recipient_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_call AFTER UPDATE OF address ON recipient
  FOR EACH ROW WHEN (OLD.address <> '' AND NEW.address = '') EXECUTE FUNCTION forget_call();
