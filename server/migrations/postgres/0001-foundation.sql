-- The system of record. Texts in several languages are jsonb {locale: text}; moments are timestamptz, event dates date.

CREATE TABLE universe (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  title jsonb NOT NULL DEFAULT '{}',
  host text NOT NULL DEFAULT '',
  locales text[] NOT NULL DEFAULT '{en,sv,no,da,fi}',
  default_locale text NOT NULL DEFAULT 'en',
  time_zone text NOT NULL DEFAULT 'UTC',
  sheet_key text NOT NULL DEFAULT '',
  branding jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A survey together with its meta interview (one to one).
CREATE TABLE survey (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  ext_name text NOT NULL,
  title jsonb NOT NULL DEFAULT '{}',
  organisation_name text NOT NULL DEFAULT '',
  tag text NOT NULL DEFAULT '',
  text_tag text NOT NULL DEFAULT '',
  disabled boolean NOT NULL DEFAULT false,
  samples_open boolean NOT NULL DEFAULT true,
  -- Raised by every change of metadata, configuration or units: caches of the compiled survey hang on it.
  model_version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (universe_id, ext_name)
);

CREATE TABLE script (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int REFERENCES universe ON DELETE CASCADE,
  survey_id int REFERENCES survey ON DELETE CASCADE,
  script_type text NOT NULL,
  ext_name text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  disabled boolean NOT NULL DEFAULT false,
  -- The version in force; each save adds one, a rollback points to an older text by adding a copy.
  current_version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX script_one_configuration ON script (survey_id) WHERE script_type = 'CONFIGURATION';

CREATE TABLE script_version (
  script_id int NOT NULL REFERENCES script ON DELETE CASCADE,
  version int NOT NULL,
  text text NOT NULL,
  -- 'import' texts may be replaced by the next import, 'user' texts never are.
  source text NOT NULL CHECK (source IN ('import', 'user')),
  author text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (script_id, version)
);

CREATE TABLE question_group (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  type text NOT NULL DEFAULT '',
  ext_name text NOT NULL,
  name jsonb NOT NULL DEFAULT '{}',
  features jsonb NOT NULL DEFAULT '{}',
  format jsonb NOT NULL DEFAULT '{}',
  sorder int NOT NULL DEFAULT 0,
  UNIQUE (survey_id, ext_name)
);

CREATE TABLE question (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  group_id int REFERENCES question_group ON DELETE SET NULL,
  variable text NOT NULL,
  foreign_name text NOT NULL DEFAULT '',
  type text NOT NULL CHECK (type IN ('scale', 'single', 'multiple', 'numeric', 'date', 'text')),
  title jsonb NOT NULL DEFAULT '{}',
  question jsonb NOT NULL DEFAULT '{}',
  features jsonb NOT NULL DEFAULT '{}',
  format jsonb NOT NULL DEFAULT '{}',
  filterable boolean NOT NULL DEFAULT true,
  weighted boolean NOT NULL DEFAULT false,
  anonymizable boolean NOT NULL DEFAULT false,
  diffmode text NOT NULL DEFAULT '',
  -- Ends of a scale; null for other types.
  scale_min double precision,
  scale_max double precision,
  -- Language of an open answer where it does not depend on the respondent.
  language text,
  sorder int NOT NULL DEFAULT 0,
  UNIQUE (survey_id, variable)
);

CREATE TABLE choice (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question_id int NOT NULL REFERENCES question ON DELETE CASCADE,
  ext_name text NOT NULL,
  -- Small number that stands for the choice in the analytics store; never reused within a question.
  code int NOT NULL,
  title jsonb NOT NULL DEFAULT '{}',
  features jsonb NOT NULL DEFAULT '{}',
  sorder int NOT NULL DEFAULT 0,
  UNIQUE (question_id, ext_name),
  UNIQUE (question_id, code)
);

CREATE TABLE view (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  ext_name text NOT NULL,
  title jsonb NOT NULL DEFAULT '{}',
  -- Variables of the single-choice questions that make the levels, from the top.
  levels text[] NOT NULL,
  sorder int NOT NULL DEFAULT 0,
  UNIQUE (survey_id, ext_name)
);

-- A node of a view's hierarchy. Depth 1 is the view's first level; the root is not stored.
CREATE TABLE unit (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  view_id int NOT NULL REFERENCES view ON DELETE CASCADE,
  depth int NOT NULL,
  parent_id int REFERENCES unit ON DELETE CASCADE,
  ext_name text NOT NULL,
  titles jsonb NOT NULL DEFAULT '{}',
  aliases text[] NOT NULL DEFAULT '{}',
  owner_user_id int,
  valid_from date,
  valid_to date
);
CREATE UNIQUE INDEX unit_name ON unit (view_id, coalesce(parent_id, 0), ext_name);
CREATE INDEX unit_parent ON unit (parent_id);

-- One row of a survey: a sample while incomplete, an interview once completed.
-- state: 0 completed, 1 new, 2 approved, 3 unapproved, 4 cancelled.
CREATE TABLE response (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  -- The source's own key; a second import updates by it.
  foreign_id text,
  state smallint NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 4),
  event_date date NOT NULL,
  completed_at timestamptz,
  -- Answers by variable: number for scale and numeric, the choice's ext_name for single, an array of them for
  -- multiple, ISO date for date, text for text. A missing key is 'not answered'.
  answers jsonb NOT NULL DEFAULT '{}',
  -- name, email, phone, language of the respondent where known.
  contact jsonb NOT NULL DEFAULT '{}',
  -- Leaf unit per view, in the order of the survey's views.
  unit_ids int[] NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX response_foreign ON response (survey_id, foreign_id) WHERE foreign_id IS NOT NULL;
CREATE INDEX response_event ON response (survey_id, event_date DESC, id DESC);
CREATE INDEX response_units ON response USING gin (unit_ids);

CREATE TABLE response_comment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  user_id int,
  username text NOT NULL,
  message text NOT NULL CHECK (btrim(message) <> ''),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX response_comment_response ON response_comment (response_id, id);

-- Rows of a record set that belong to a response (basket lines, contacts), shown by tables and records.
CREATE TABLE response_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  recordset text NOT NULL,
  cells jsonb NOT NULL,
  sorder int NOT NULL DEFAULT 0
);
CREATE INDEX response_record_response ON response_record (response_id, recordset, sorder);

-- state: 2 open, 6 processing, 3 closed.
CREATE TABLE alert (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  rule text NOT NULL,
  state smallint NOT NULL DEFAULT 2 CHECK (state IN (2, 3, 6)),
  created_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  UNIQUE (response_id, rule)
);
CREATE INDEX alert_survey ON alert (survey_id, state);

CREATE TABLE campaign (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  ext_name text NOT NULL,
  title text NOT NULL,
  sending_type text NOT NULL CHECK (sending_type IN ('EMAIL', 'SMS', 'LETTER', 'PHONE')),
  state text NOT NULL DEFAULT 'CREATED',
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (survey_id, ext_name)
);

CREATE TABLE recipient (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  campaign_id int NOT NULL REFERENCES campaign ON DELETE CASCADE,
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  wave int NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN')),
  unsubscribed boolean NOT NULL DEFAULT false,
  sent_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  open_count int NOT NULL DEFAULT 0,
  click_count int NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (campaign_id, response_id, wave)
);
CREATE INDEX recipient_response ON recipient (response_id);

-- What the analytics store has yet to take over; no values, so erased data is not kept here.
-- kind: 'response' (row_id = response.id; also written for its alerts, recipients and text results) or
-- 'survey' (row_id = survey.id: metadata or units changed, the survey's table is rebuilt).
CREATE TABLE change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('response', 'survey')),
  row_id bigint NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX change_order ON change (xid, id);

CREATE TABLE role (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  name text NOT NULL,
  parent_id int REFERENCES role,
  can_add_users boolean NOT NULL DEFAULT false,
  can_see_all_data boolean NOT NULL DEFAULT false,
  can_create_roles boolean NOT NULL DEFAULT false,
  can_view_completed_samples boolean NOT NULL DEFAULT false,
  -- A restricted role's users see their own profile only.
  restricted boolean NOT NULL DEFAULT false,
  UNIQUE (universe_id, name)
);

-- Rights of a role in one survey; `rights` holds the boolean flags and lists named by the specification.
CREATE TABLE role_survey (
  role_id int NOT NULL REFERENCES role ON DELETE CASCADE,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  access boolean NOT NULL DEFAULT false,
  rights jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (role_id, survey_id)
);

CREATE TABLE app_user (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL UNIQUE,
  email text NOT NULL DEFAULT '',
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  -- scrypt, for the embedded identity provider alone.
  password_hash text,
  -- 0 active, 1 disabled, 2 invited.
  status smallint NOT NULL DEFAULT 0,
  is_root boolean NOT NULL DEFAULT false,
  locale text,
  demo boolean NOT NULL DEFAULT false,
  last_login timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE user_universe (
  user_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  role_id int NOT NULL REFERENCES role,
  -- isUserAdmin of the specification.
  admin boolean NOT NULL DEFAULT false,
  -- May act as other users of the universe.
  act_as boolean NOT NULL DEFAULT false,
  disabled boolean NOT NULL DEFAULT false,
  locale text,
  notify_flags int NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, universe_id)
);

-- Question filters of a user: only responses whose answer is one of the values. survey_id null = every survey.
CREATE TABLE user_filter (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  survey_id int REFERENCES survey ON DELETE CASCADE,
  variable text NOT NULL,
  values text[] NOT NULL
);
CREATE INDEX user_filter_user ON user_filter (user_id, universe_id);

CREATE TABLE session (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  cookie_hash text UNIQUE,
  user_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  universe_id int REFERENCES universe ON DELETE CASCADE,
  -- Who acts as user_id; null for an ordinary session.
  actor_user_id int REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);

-- Secrets handed out for one use: act-as links, set-password links, download tickets. Only hashes are kept.
CREATE TABLE one_time_code (
  code_hash text PRIMARY KEY,
  purpose text NOT NULL,
  payload jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- State of the embedded identity provider.
CREATE TABLE oidc_model (
  model text NOT NULL,
  id text NOT NULL,
  payload jsonb NOT NULL,
  grant_id text,
  user_code text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (model, id)
);
CREATE INDEX oidc_model_grant ON oidc_model (grant_id);
CREATE INDEX oidc_model_uid ON oidc_model (uid);

CREATE TABLE audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  universe_id int,
  survey_id int,
  user_id int,
  actor_user_id int,
  action text NOT NULL,
  object text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}',
  request_id text NOT NULL DEFAULT ''
);
CREATE INDEX audit_at ON audit (at);

CREATE TABLE bug (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int,
  survey_id int,
  fingerprint text NOT NULL,
  message text NOT NULL,
  username text NOT NULL DEFAULT '',
  count int NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX bug_once ON bug (coalesce(survey_id, 0), fingerprint);

CREATE TABLE saved_filter (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  user_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  name text NOT NULL,
  path text NOT NULL,
  shared boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (survey_id, user_id, name)
);

-- Columns, density, last survey: remembered per user. survey_id 0 = not of one survey.
CREATE TABLE user_preference (
  user_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  survey_id int NOT NULL DEFAULT 0,
  key text NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (user_id, survey_id, key)
);

-- Drill paths too long for a URL, carried as sel=<id>.
CREATE TABLE stored_path (
  id text PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  path text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A public page with title, rating and one quote of an interview.
CREATE TABLE share (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  network text NOT NULL CHECK (network IN ('FACEBOOK', 'LINKEDIN')),
  title text NOT NULL,
  rating text NOT NULL DEFAULT '',
  quote text NOT NULL DEFAULT '',
  created_by int REFERENCES app_user ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);

-- Server-wide state: the server settings document, the demo's progress, generated keys.
CREATE TABLE setting (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
