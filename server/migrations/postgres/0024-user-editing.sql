-- Raised by each change of a user, of their memberships or filters, so that a form does not overwrite what it has not seen.
ALTER TABLE app_user ADD COLUMN version int NOT NULL DEFAULT 1;
-- Whether the user is shown indicators.
ALTER TABLE app_user ADD COLUMN show_indicators boolean NOT NULL DEFAULT true;
-- Ways of notices (bell, mail) that are switched off for the member.
ALTER TABLE user_universe ADD COLUMN muted_channels text[] NOT NULL DEFAULT '{}';

-- A mail whose text holds {password-code}: the code, good for so many seconds, is made when the mail is sent.
ALTER TABLE mail ADD COLUMN password_seconds int;
