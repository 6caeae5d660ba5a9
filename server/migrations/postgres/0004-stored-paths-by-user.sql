-- Who stored a path first, and when it was last asked for: of a user's many the ones not used for longest go.
ALTER TABLE stored_path ADD COLUMN user_id int REFERENCES app_user ON DELETE SET NULL;
ALTER TABLE stored_path ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX stored_path_of_user ON stored_path (user_id, survey_id, used_at);
