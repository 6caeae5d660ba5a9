-- What somebody has entered who has not sent it yet, in named surveys: so that they find it when they come back. Nothing
-- counts it, and it goes with the response, when the response is completed, and with who gave it.
CREATE TABLE partial_answer (
  response_id bigint PRIMARY KEY REFERENCES response ON DELETE CASCADE,
  content jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
);

CREATE OR REPLACE FUNCTION note_response_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 0 THEN
    DELETE FROM partial_answer WHERE response_id = NEW.id;
  END IF;
  IF EXISTS (SELECT FROM recipient WHERE response_id = NEW.id) THEN
    INSERT INTO response_turn (response_id, is_completed) VALUES (NEW.id, NEW.state = 0)
    ON CONFLICT (response_id) DO UPDATE SET is_completed = excluded.is_completed;
  END IF;
  RETURN NULL;
END $$;

-- Which links that anybody may answer at are valid: those made with this number.
CREATE TABLE open_link (
  survey_id int PRIMARY KEY REFERENCES survey ON DELETE CASCADE,
  rotation int NOT NULL DEFAULT 1
);

-- Forms that were sent from such links, so that none counts twice. Nothing connects one with its answer; a form is taken for
-- a day, and its row is removed after two.
CREATE TABLE used_form (
  form bytea PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  day date NOT NULL
);
CREATE INDEX used_form_day ON used_form (day);
CREATE INDEX used_form_survey ON used_form (survey_id);

-- As before, and what was entered but not sent.
CREATE OR REPLACE FUNCTION anonymise_responses(ids bigint[], variables text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE kept bigint[]; keys bigint[];
BEGIN
  PERFORM forget_alert_mails(ids);
  PERFORM forget_addresses(ids);
  DELETE FROM partial_answer WHERE response_id = ANY (ids);
  DELETE FROM response_comment WHERE response_id = ANY (ids);
  DELETE FROM response_change WHERE response_id = ANY (ids);
  DELETE FROM response_record WHERE response_id = ANY (ids);
  DELETE FROM import_image WHERE response_id = ANY (ids);
  DELETE FROM share WHERE response_id = ANY (ids);
  UPDATE alert_log l SET comment = '' FROM alert a
   WHERE a.id = l.alert_id AND a.response_id = ANY (ids) AND l.comment <> '';
  DELETE FROM alert_answer w USING alert a
   WHERE a.id = w.alert_id AND a.response_id = ANY (ids) AND w.value IS NOT NULL;
  UPDATE recipient_event e SET details = '{}' FROM recipient m
   WHERE m.id = e.recipient_id AND m.response_id = ANY (ids) AND e.details <> '{}';
  UPDATE recipient m
     SET address = '', language = '', run_token = NULL, lease_until = NULL,
         state = CASE m.state WHEN 'PENDING' THEN 'FAILED' WHEN 'SENDING' THEN 'UNKNOWN' ELSE m.state END,
         reason = CASE WHEN m.state = 'PENDING' THEN jsonb_build_object(
                    'text', 'The respondent was anonymised before this was sent.',
                    'template', 'The respondent was anonymised before this was sent.', 'values', '[]'::jsonb) END,
         updated_at = now()
   WHERE m.response_id = ANY (ids);
  SELECT array_agg(id), array_agg(record_key) INTO kept, keys FROM response WHERE id = ANY (ids);
  UPDATE response
     SET contact = '{}', foreign_id = NULL, answers = answers - variables, version = version + 1, updated_at = now()
   WHERE id = ANY (ids);
  -- Alone, because a trigger renews the key whenever answers are set.
  UPDATE response r SET record_key = k.key FROM unnest(kept, keys) AS k (id, key) WHERE r.id = k.id;
END $$;
