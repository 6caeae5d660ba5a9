-- Files that the program makes, such as reports. Their content is in parts of about 1 MB, so that they are written and
-- read in little memory.
CREATE TABLE stored_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int REFERENCES universe ON DELETE CASCADE,
  survey_id int REFERENCES survey ON DELETE CASCADE,
  created timestamptz NOT NULL,
  -- Set when whoever had it made keeps it; one that nobody keeps is left by a run that died.
  expires timestamptz,
  -- In bytes; null while it is being written.
  size bigint,
  -- Whether it holds answers of single respondents: it is removed when answers of the survey are erased.
  has_cases boolean NOT NULL
);
CREATE INDEX stored_file_expires ON stored_file (expires);
CREATE INDEX stored_file_universe ON stored_file (universe_id);
CREATE INDEX stored_file_survey ON stored_file (survey_id);

CREATE TABLE stored_file_part (
  file_id bigint NOT NULL REFERENCES stored_file ON DELETE CASCADE,
  number int NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (file_id, number)
);
-- Report files are compressed already.
ALTER TABLE stored_file_part ALTER COLUMN content SET STORAGE EXTERNAL;

-- What a user asked to have as a file. A task makes it.
CREATE TABLE report (
  uuid uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  -- Null when the task was deleted.
  task_id int UNIQUE REFERENCES task ON DELETE SET NULL,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  owner_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- Who acted as the owner.
  actor_id int REFERENCES app_user ON DELETE CASCADE,
  title text NOT NULL,
  file_name text NOT NULL,
  format text NOT NULL,
  created timestamptz NOT NULL,
  -- When its owner was told to wait for it, and when they opened the file.
  initiated timestamptz,
  completed timestamptz,
  -- Both are set when its task has finished; a file that was removed before its time is null.
  expires timestamptz,
  file_id bigint REFERENCES stored_file ON DELETE SET NULL
);
CREATE INDEX report_owner ON report (owner_id, survey_id, created DESC);
CREATE INDEX report_universe ON report (universe_id);
CREATE INDEX report_survey ON report (survey_id);
CREATE INDEX report_actor ON report (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX report_file ON report (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX report_created ON report (created);
