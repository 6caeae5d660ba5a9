-- The language model that an organisation has chosen to judge and translate comments; off until root turns it on.
CREATE TABLE text_provider (
  universe_id int PRIMARY KEY REFERENCES universe ON DELETE CASCADE,
  is_on boolean NOT NULL DEFAULT false,
  -- Address of an API like OpenAI's, up to and without "/chat/completions".
  url text NOT NULL DEFAULT '',
  model text NOT NULL DEFAULT '',
  -- Its key; null for one that needs none. It is shown to nobody.
  secret bytea,
  version int NOT NULL DEFAULT 1
);

-- Comments that have just come are judged before those that are judged again.
CREATE INDEX comment_note_new ON comment_note (survey_id, id) WHERE is_new;
