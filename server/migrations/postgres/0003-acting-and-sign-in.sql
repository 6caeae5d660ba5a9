-- Whoever acts as another is named beside them on what they write.
ALTER TABLE response_comment ADD COLUMN actor_user_id int, ADD COLUMN actor_username text;
ALTER TABLE share ADD COLUMN actor_user_id int REFERENCES app_user ON DELETE SET NULL;

-- Raised by every new password; access tokens of the embedded provider carry it, so that older ones end.
ALTER TABLE app_user ADD COLUMN credential_version int NOT NULL DEFAULT 1;

-- Addresses from which a user has signed in with their password: strangers' failures do not lock them out there.
CREATE TABLE known_address (
  user_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  address text NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, address)
);
