-- The draft of a survey's questionnaire, one that all who may edit it share. The row stays when the draft is published or
-- discarded (document is null then), so that its version only rises: a browser's old version never fits a new draft.
CREATE TABLE questionnaire_draft (
  survey_id int PRIMARY KEY REFERENCES survey ON DELETE CASCADE,
  document jsonb,
  -- The questions and choices that it named when it was saved, by their ids: they may be renamed meanwhile.
  known jsonb NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1,
  author text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);

-- What was published.
CREATE TABLE questionnaire_version (
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  number int NOT NULL,
  document jsonb NOT NULL,
  known jsonb NOT NULL DEFAULT '{}',
  author text NOT NULL,
  note text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (survey_id, number)
);
