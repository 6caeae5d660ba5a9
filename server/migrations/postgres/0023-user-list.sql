-- The list of users: pages are read in the order of an index, whatever the size of the organisation.
CREATE INDEX user_universe_members ON user_universe (universe_id, user_id) WHERE NOT disabled;
CREATE INDEX user_universe_disabled ON user_universe (universe_id, user_id) WHERE disabled;
CREATE INDEX user_universe_by_role ON user_universe (role_id, user_id);
CREATE INDEX app_user_by_email ON app_user (lower(email), id);
CREATE INDEX app_user_by_name ON app_user
  (lower(coalesce(nullif(btrim(first_name || ' ' || last_name), ''), username)), id);
CREATE INDEX app_user_by_login ON app_user (last_login, id);
CREATE INDEX app_user_by_login_down ON app_user (last_login DESC NULLS LAST, id DESC);
-- Those who are not active are few.
CREATE INDEX app_user_inactive ON app_user (id) WHERE status <> 0;
-- Names are compared without case.
CREATE INDEX app_user_name ON app_user (lower(username));

-- What the list is searched in.
ALTER TABLE app_user ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || E'\n' || email || E'\n' || username)) STORED;
