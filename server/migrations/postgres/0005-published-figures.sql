-- What keeps published figures from giving anybody away; docs/anonymity.md says how.

-- Chooses, with those of the other responses of a figure, the figure's noise. New whenever the answers change.
ALTER TABLE response
  ADD COLUMN record_key bigint NOT NULL DEFAULT (('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint),
  -- In an anonymous survey: counted in its figures.
  ADD COLUMN released boolean NOT NULL DEFAULT false;
CREATE INDEX response_unreleased ON response (survey_id, event_date) WHERE NOT released AND state = 0;

CREATE OR REPLACE FUNCTION renew_record_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.record_key := ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint;
  RETURN NEW;
END $$;
CREATE TRIGGER response_record_key BEFORE UPDATE OF answers ON response
  FOR EACH ROW WHEN (NEW.answers IS DISTINCT FROM OLD.answers) EXECUTE FUNCTION renew_record_key();

-- What published figures of a survey depend on. Fixed, for a change would show how much noise there is.
CREATE TABLE publication (
  survey_id int PRIMARY KEY REFERENCES survey ON DELETE CASCADE,
  secret bytea NOT NULL,
  -- Standard deviation of the answers by variable, set once.
  spreads jsonb NOT NULL DEFAULT '{}',
  -- Of an anonymous survey: its shortest period, its least numbers of answers, and by background question the first day
  -- of the periods it may be asked of ('' for all).
  period text,
  minimum int[],
  filters jsonb NOT NULL DEFAULT '{}',
  -- Periods that ended by this day are sealed where they had answers.
  sealed_to date
);

-- Periods of anonymous surveys that have ended and been published: nothing is counted in them any more.
CREATE TABLE sealed_period (
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  first_day date NOT NULL,
  PRIMARY KEY (survey_id, first_day)
);
