-- What was found in a comment: one row per response and open question that customers comment in. It has no time: in an
-- anonymous survey that would be the time of the answer.
CREATE TABLE comment_judgement (
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  question_id int NOT NULL REFERENCES question ON DELETE CASCADE,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  lang text NOT NULL,
  -- Null where the comment says nothing, such as "-".
  label text CHECK (label IN ('pos', 'neg', 'neu')),
  -- Says both good and bad things; its label is then neutral.
  mixed boolean NOT NULL DEFAULT false,
  score real NOT NULL,
  -- Why: places in the comment, with their weights.
  spans jsonb NOT NULL DEFAULT '[]',
  -- Its categories with what is said of each, those above them included: [{id, label, spans}].
  categories jsonb NOT NULL DEFAULT '[]',
  flags text[] NOT NULL DEFAULT '{}',
  -- What judged it: analyzer, its version and that of the categories.
  engine text NOT NULL,
  -- Tells whether the comment was changed since.
  text_hash text NOT NULL,
  -- Who corrected label and categories by hand; they then stay until the comment itself is changed.
  corrected_by text,
  corrected_at timestamptz,
  -- Raised by each correction.
  version int NOT NULL DEFAULT 0,
  PRIMARY KEY (response_id, question_id),
  CHECK ((corrected_by IS NULL) = (corrected_at IS NULL))
);
CREATE INDEX comment_judgement_survey ON comment_judgement (survey_id, question_id);
CREATE INDEX comment_judgement_question ON comment_judgement (question_id);

-- Responses whose comments are yet to be judged. Rows are written with the change itself; a response may be deleted meanwhile.
CREATE TABLE comment_note (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  response_id bigint NOT NULL,
  -- Whether an answer has just come: rules of alerts are then asked. Not where old comments are judged again.
  is_new boolean NOT NULL
);
CREATE INDEX comment_note_survey ON comment_note (survey_id, id);

-- With what the comments of a survey were last looked through as a whole.
ALTER TABLE survey ADD COLUMN comments_judged_with text;
