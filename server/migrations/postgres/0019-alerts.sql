-- Alerts that somebody has, by when, and what happened to them.

ALTER TABLE alert
  ADD COLUMN owner_user_id int REFERENCES app_user ON DELETE SET NULL,
  ADD COLUMN due_at timestamptz,
  -- Grows with each change.
  ADD COLUMN version int NOT NULL DEFAULT 1,
  -- When somebody first saved it, in processing or closed.
  ADD COLUMN handled_at timestamptz,
  -- How often it was reopened.
  ADD COLUMN reopened int NOT NULL DEFAULT 0,
  -- How many steps of the rule's escalation are done.
  ADD COLUMN escalated int NOT NULL DEFAULT 0;

CREATE INDEX alert_owner ON alert (owner_user_id, survey_id) WHERE state <> 3;
-- Which are escalated next.
CREATE INDEX alert_not_closed ON alert (survey_id, rule, created_at) WHERE state <> 3;

-- History of alerts.
CREATE TABLE alert_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alert_id bigint NOT NULL REFERENCES alert ON DELETE CASCADE,
  event text NOT NULL CHECK (event IN ('raised', 'saved', 'closed', 'reopened', 'assigned', 'escalated')),
  -- The state after it.
  state smallint NOT NULL CHECK (state IN (2, 3, 6)),
  user_id int REFERENCES app_user ON DELETE SET NULL,
  -- Empty for what the program did by itself.
  username text NOT NULL DEFAULT '',
  actor_user_id int REFERENCES app_user ON DELETE SET NULL,
  actor_username text,
  comment text NOT NULL DEFAULT '',
  -- Who has it since, where that changed.
  owner_user_id int REFERENCES app_user ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX alert_log_alert ON alert_log (alert_id, id);

-- Answers of whoever handles an alert.
CREATE TABLE alert_answer (
  alert_id bigint NOT NULL REFERENCES alert ON DELETE CASCADE,
  question text NOT NULL,
  -- The chosen reason of a choice question, else null.
  choice int,
  -- The answer to a question of type Text or Number, else null.
  value text,
  PRIMARY KEY (alert_id, question)
);

-- Finds the other alerts of a customer by their phone number.
CREATE INDEX response_contact_phone ON response (survey_id, (contact->>'phone'))
  WHERE contact->>'phone' IS NOT NULL;

-- What lists and counts of alerts need of the interview, so that they do not read the answers of every interview. Kept by
-- the triggers below, because responses are changed in many places.
ALTER TABLE alert
  ADD COLUMN interview_state smallint,
  ADD COLUMN event_date date,
  ADD COLUMN unit_ids int[];

UPDATE alert SET interview_state = r.state, event_date = r.event_date, unit_ids = r.unit_ids
  FROM response r WHERE r.id = alert.response_id;

CREATE FUNCTION alert_from_interview() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT r.state, r.event_date, r.unit_ids INTO NEW.interview_state, NEW.event_date, NEW.unit_ids
    FROM response r WHERE r.id = NEW.response_id;
  RETURN NEW;
END $$;
CREATE TRIGGER alert_from_interview BEFORE INSERT ON alert
  FOR EACH ROW EXECUTE FUNCTION alert_from_interview();

CREATE FUNCTION alerts_follow_interview() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE alert SET interview_state = NEW.state, event_date = NEW.event_date, unit_ids = NEW.unit_ids
   WHERE response_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER alerts_follow_interview AFTER UPDATE OF state, event_date, unit_ids ON response
  FOR EACH ROW WHEN ((OLD.state, OLD.event_date, OLD.unit_ids) IS DISTINCT FROM (NEW.state, NEW.event_date, NEW.unit_ids))
  EXECUTE FUNCTION alerts_follow_interview();

-- The order of lists, and places of a few units.
CREATE INDEX alert_due ON alert (survey_id, (state = 3), due_at, id DESC);
CREATE INDEX alert_units ON alert USING gin (unit_ids) WITH (fastupdate = off);
