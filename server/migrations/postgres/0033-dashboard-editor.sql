-- Whether root lets the administrators of an organisation edit its dashboards.
ALTER TABLE universe ADD edits_dashboards boolean NOT NULL DEFAULT false;

-- What somebody wrote about a version when publishing it.
ALTER TABLE script_version ADD note text NOT NULL DEFAULT '';

-- The draft of a survey's configuration, one that all who edit it share. The row stays when the draft is published or
-- discarded (text is null then), so that its version only rises: a browser's old version never fits a new draft.
CREATE TABLE configuration_draft (
  survey_id int PRIMARY KEY REFERENCES survey ON DELETE CASCADE,
  text text,
  version int NOT NULL DEFAULT 1,
  -- The published version that the draft was made from; 0 for a survey without a configuration.
  based_on int NOT NULL,
  author text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
