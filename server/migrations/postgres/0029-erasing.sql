-- Respondents are forgotten: by hand, or because a survey keeps them for so long.

-- How long a survey keeps who its respondents are, and their answers, in months; null for always.
CREATE TABLE survey_retention (
  survey_id int PRIMARY KEY REFERENCES survey ON DELETE CASCADE,
  anonymise_after int CHECK (anonymise_after BETWEEN 1 AND 600),
  erase_after int CHECK (erase_after BETWEEN 1 AND 600),
  version int NOT NULL DEFAULT 1,
  -- The day, in the survey's time zone, that it was last enforced for.
  enforced_on date
);

-- What was erased, so that restoring an older backup does not bring it back. Nothing of the respondents themselves.
CREATE TABLE erasure (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  act text NOT NULL CHECK (act IN ('erase', 'anonymise')),
  -- Either one response, by `response_hash`, or those of some numbers and event dates; no date is no bound.
  response_hash text,
  first_id bigint,
  last_id bigint,
  from_day date,
  to_day date,
  -- Questions whose answers were removed, when it was anonymised.
  variables text[] NOT NULL DEFAULT '{}',
  done_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((response_hash IS NULL) = (first_id IS NOT NULL AND last_id IS NOT NULL))
);
CREATE INDEX erasure_survey ON erasure (survey_id);

-- Foreign ids that an import skips because their respondents were erased: keyed hashes, from which nobody reads the id.
CREATE TABLE erased_key (
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  key_hash text NOT NULL,
  PRIMARY KEY (survey_id, key_hash)
);
CREATE TABLE erased_key_secret (
  survey_id int PRIMARY KEY REFERENCES survey ON DELETE CASCADE,
  secret bytea NOT NULL
);

-- Tells a response again in a restored database without keeping anything of it.
CREATE OR REPLACE FUNCTION response_hash(survey_id int, id bigint, created_at timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(
    survey_id || ':' || id || ':' || (extract(epoch FROM created_at) * 1000000)::bigint, 'UTF8')), 'hex')
$$;

-- Removes mails that tell of the alerts of responses. The other notices of a mail that still waits are mailed again.
CREATE OR REPLACE FUNCTION forget_alert_mails(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE mails bigint[];
BEGIN
  SELECT coalesce(array_agg(DISTINCT n.mail_id), '{}') INTO mails
    FROM alert a JOIN notice n ON n.object_kind = 'alert' AND n.object_id = a.id
   WHERE a.response_id = ANY (ids) AND n.mail_id IS NOT NULL;
  UPDATE notice n SET mail_waits = true FROM mail m
   WHERE m.id = ANY (mails) AND m.state = 'PENDING' AND n.mail_id = m.id;
  DELETE FROM mail WHERE id = ANY (mails);
END $$;

-- Erases responses with all that belongs to them.
CREATE OR REPLACE FUNCTION erase_responses(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_alert_mails(ids);
  DELETE FROM notice n USING alert a
   WHERE a.response_id = ANY (ids) AND n.object_kind = 'alert' AND n.object_id = a.id;
  DELETE FROM response WHERE id = ANY (ids);
END $$;

-- Removes from responses who gave them: contact, foreign id, the answers to `variables`, and everything that was written
-- about them. Their other answers stay, and so does the key of the noise in published figures.
CREATE OR REPLACE FUNCTION anonymise_responses(ids bigint[], variables text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE kept bigint[]; keys bigint[];
BEGIN
  PERFORM forget_alert_mails(ids);
  DELETE FROM response_comment WHERE response_id = ANY (ids);
  DELETE FROM response_change WHERE response_id = ANY (ids);
  DELETE FROM response_record WHERE response_id = ANY (ids);
  DELETE FROM import_image WHERE response_id = ANY (ids);
  DELETE FROM share WHERE response_id = ANY (ids);
  UPDATE alert_log l SET comment = '' FROM alert a
   WHERE a.id = l.alert_id AND a.response_id = ANY (ids) AND l.comment <> '';
  DELETE FROM alert_answer w USING alert a
   WHERE a.id = w.alert_id AND a.response_id = ANY (ids) AND w.value IS NOT NULL;
  SELECT array_agg(id), array_agg(record_key) INTO kept, keys FROM response WHERE id = ANY (ids);
  UPDATE response
     SET contact = '{}', foreign_id = NULL, answers = answers - variables, version = version + 1, updated_at = now()
   WHERE id = ANY (ids);
  -- Alone, because a trigger renews the key whenever answers are set.
  UPDATE response r SET record_key = k.key FROM unnest(kept, keys) AS k (id, key) WHERE r.id = k.id;
END $$;

-- Does again what some rows of `erasure` say, in a restored database. Returns how many responses it reached.
CREATE OR REPLACE FUNCTION reapply_erasures(which bigint[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE e erasure; ids bigint[]; reached bigint := 0;
BEGIN
  SELECT coalesce(array_agg(r.id), '{}') INTO ids
    FROM response r JOIN erasure one ON one.survey_id = r.survey_id
         AND one.response_hash = response_hash(r.survey_id, r.id, r.created_at)
   WHERE one.id = ANY (which) AND one.act = 'erase';
  PERFORM erase_responses(ids);
  reached := cardinality(ids);
  FOR e IN SELECT * FROM erasure WHERE id = ANY (which) AND response_hash IS NULL ORDER BY id LOOP
    SELECT coalesce(array_agg(r.id), '{}') INTO ids FROM response r
     WHERE r.survey_id = e.survey_id AND r.id BETWEEN e.first_id AND e.last_id AND r.created_at <= e.done_at
       AND (e.from_day IS NULL OR r.event_date >= e.from_day) AND (e.to_day IS NULL OR r.event_date <= e.to_day);
    IF e.act = 'erase' THEN PERFORM erase_responses(ids); ELSE PERFORM anonymise_responses(ids, e.variables); END IF;
    reached := reached + cardinality(ids);
  END LOOP;
  RETURN reached;
END $$;

-- Rows that an import skipped because their respondents were erased.
ALTER TABLE import_set ADD COLUMN erased int NOT NULL DEFAULT 0;
