-- Keys that open a part of a survey to programs and public screens. The token itself is not stored, only its hash.
CREATE TABLE api_key (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  ext_name text NOT NULL,
  -- 1 widget with the score, 2 widget for search engines, 3 the API, 4 a big screen.
  type smallint NOT NULL CHECK (type BETWEEN 1 AND 4),
  -- The place it is bound to, as a drill path without filters.
  path text NOT NULL,
  -- With whose rights a key of the API works; one without a user opens nothing.
  user_id int REFERENCES app_user ON DELETE SET NULL,
  -- Most requests a minute, at each server.
  per_minute int NOT NULL CHECK (per_minute > 0),
  token_hash text NOT NULL UNIQUE,
  -- The token before the last rotation, and until when it still works.
  old_token_hash text UNIQUE,
  old_token_until timestamptz,
  -- In the organisation's time zone; null where it does not end.
  last_day date,
  revoked_at timestamptz,
  last_used_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  UNIQUE (universe_id, ext_name)
);
CREATE INDEX api_key_survey ON api_key (survey_id);
CREATE INDEX api_key_user ON api_key (user_id) WHERE user_id IS NOT NULL;

-- Comments that are kept from public screens.
CREATE TABLE hidden_comment (
  response_id bigint PRIMARY KEY REFERENCES response ON DELETE CASCADE,
  hidden_at timestamptz NOT NULL
);
