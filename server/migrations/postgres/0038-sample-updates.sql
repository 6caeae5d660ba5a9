-- Responses that were added or changed and that scripts of the type HANDLE_SAMPLE_UPDATED have yet to be told of. Rows are
-- written with the change itself, and only where a survey has such a script. A response may be deleted meanwhile.
CREATE TABLE sample_update (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  response_id bigint NOT NULL,
  -- What was changed; null where the response was added, or an import changed it.
  fields text[],
  state_before smallint,
  state_after smallint
);

CREATE INDEX sample_update_survey ON sample_update (survey_id, id);
