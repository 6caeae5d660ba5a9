-- What becomes of messages that were sent: answers in particular.

-- Responses that a statement has just completed, or has made samples again. Empty at the end of every statement.
CREATE TABLE response_turn (
  response_id bigint PRIMARY KEY,
  is_completed boolean NOT NULL
);

CREATE OR REPLACE FUNCTION note_response_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM recipient WHERE response_id = NEW.id) THEN
    INSERT INTO response_turn (response_id, is_completed) VALUES (NEW.id, NEW.state = 0)
    ON CONFLICT (response_id) DO UPDATE SET is_completed = excluded.is_completed;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER note_response_turn AFTER UPDATE OF state ON response FOR EACH ROW
  WHEN ((OLD.state = 0) <> (NEW.state = 0)) EXECUTE FUNCTION note_response_turn();

-- Whoever completes a response, the messages sent for it are answered; all responses of a statement together, because
-- each change of a recipient counts in its campaign.
CREATE OR REPLACE FUNCTION mark_answered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM response_turn) THEN
    RETURN NULL;
  END IF;
  WITH turned AS (DELETE FROM response_turn RETURNING response_id, is_completed)
  UPDATE recipient r
     SET answered = t.is_completed, answered_at = CASE WHEN t.is_completed THEN now() END, updated_at = now()
    FROM turned t
   WHERE r.response_id = t.response_id AND r.answered <> t.is_completed
     AND (r.state IN ('SENDING', 'SENT', 'UNKNOWN') OR NOT t.is_completed);
  RETURN NULL;
END $$;
CREATE TRIGGER mark_answered AFTER UPDATE OF state ON response FOR EACH STATEMENT EXECUTE FUNCTION mark_answered();

-- Samples of anonymous surveys whose link was used: no time, and nothing of the answer, which is a response of its own. The
-- messages sent for them are marked as answered later, some at a time.
CREATE TABLE used_answer_link (
  response_id bigint PRIMARY KEY REFERENCES response ON DELETE CASCADE
);
