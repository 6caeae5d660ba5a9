-- Roles are edited on screen: grows with each save, and who saved it last.
ALTER TABLE role
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN saved_by int REFERENCES app_user ON DELETE SET NULL,
  ADD CONSTRAINT role_not_its_own_parent CHECK (parent_id <> id);

-- The list of roles counts children and users.
CREATE INDEX ON role (parent_id);
CREATE INDEX ON user_universe (role_id);

-- The role that a session looks at the screens as; the session ends with the role. Null for an ordinary session.
ALTER TABLE session ADD COLUMN view_role_id int REFERENCES role ON DELETE CASCADE;
CREATE INDEX ON session (view_role_id) WHERE view_role_id IS NOT NULL;
