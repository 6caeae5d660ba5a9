-- The list of users: the members of a universe, in the order of their e-mail addresses.
CREATE INDEX user_universe_members ON user_universe (universe_id, user_id);
CREATE INDEX app_user_email ON app_user (lower(email), id);
-- Names are compared without case.
CREATE INDEX app_user_name ON app_user (lower(username));
