-- Mails of the server. Each is sent at most once: PENDING becomes SENDING in the statement that claims it, and one that is
-- still SENDING when its lease has expired becomes UNKNOWN and is not sent again.
CREATE TABLE mail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int REFERENCES app_user ON DELETE SET NULL,
  recipient text NOT NULL,
  subject text NOT NULL,
  -- Where the address to unsubscribe at stands, both hold {unsubscribe}: its secret is made when the mail is sent.
  text text NOT NULL,
  html text NOT NULL DEFAULT '',
  -- Events of notices that its address to unsubscribe ends; empty for a mail without one.
  unsubscribes text[] NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN')),
  run_token uuid,
  lease_until timestamptz,
  attempts int NOT NULL DEFAULT 0,
  -- Not before this moment.
  send_at timestamptz NOT NULL,
  -- Why it failed or was put off, as stored words.
  reason jsonb,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  CHECK ((state = 'SENDING') = (run_token IS NOT NULL))
);
CREATE INDEX mail_pending ON mail (send_at, id) WHERE state = 'PENDING';
CREATE INDEX mail_sending ON mail (lease_until) WHERE state = 'SENDING';
CREATE INDEX mail_state ON mail (state, id);

-- What a user is told of. What it says is made of its object when it is read, with the reader's rights of that moment.
CREATE TABLE notice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  event text NOT NULL,
  -- An alert, an action, or all alerts of the user that were raised at the moment `occurrence`.
  object_kind text NOT NULL CHECK (object_kind IN ('alert', 'alerts', 'action')),
  object_id int NOT NULL,
  -- Tells apart what happens to an object several times.
  occurrence text NOT NULL DEFAULT '',
  -- Name of who did it; empty for the program.
  author text NOT NULL DEFAULT '',
  in_bell boolean NOT NULL,
  -- Whether it still has to be mailed, and the mail that it went with.
  mail_waits boolean NOT NULL,
  mail_id bigint REFERENCES mail ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  UNIQUE (user_id, survey_id, event, object_kind, object_id, occurrence)
);
CREATE INDEX notice_bell ON notice (user_id, id) WHERE in_bell;
CREATE INDEX notice_unread ON notice (user_id, id) WHERE in_bell AND read_at IS NULL;
CREATE INDEX notice_mail_waits ON notice (user_id, id) WHERE mail_waits;
CREATE INDEX notice_mail ON notice (mail_id) WHERE mail_id IS NOT NULL;

-- What a user wants to be told of; one without a row has the usual choices.
CREATE TABLE notice_choice (
  user_id int PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  -- {event: {bell, mail}}; an event that is missing is as usual.
  events jsonb NOT NULL DEFAULT '{}',
  pace text NOT NULL CHECK (pace IN ('now', 'daily', 'weekly')),
  -- Times of day, 08:00.
  digest_at text NOT NULL,
  quiet_from text,
  quiet_to text,
  time_zone text,
  CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

-- Secrets with which mails of some events can be ended without signing in. Only hashes are kept.
CREATE TABLE unsubscribe (
  secret_hash text PRIMARY KEY,
  user_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  events text[] NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX unsubscribe_user ON unsubscribe (user_id);
CREATE INDEX unsubscribe_created ON unsubscribe (created_at);
