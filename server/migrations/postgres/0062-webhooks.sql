-- Addresses of other systems that are told what happens, each of one organisation or one of its surveys.
CREATE TABLE webhook (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  -- Null for all surveys of the organisation.
  survey_id int REFERENCES survey ON DELETE CASCADE,
  title text NOT NULL,
  url text NOT NULL,
  -- Kinds of event it is told of: response, alert, action, campaign.
  events text[] NOT NULL,
  -- What its messages are signed with, and what they were signed with before and still are until a moment.
  secret bytea NOT NULL,
  former_secret bytea,
  former_until timestamptz,
  state text NOT NULL DEFAULT 'ACTIVE' CHECK (state IN ('ACTIVE', 'PAUSED')),
  -- Why it is paused.
  cause text CHECK (cause IN ('asked', 'failing', 'gone', 'full')),
  paused_at timestamptz,
  -- Failures since the last message that arrived, when they began, and before when nothing is sent because of them.
  failures int NOT NULL DEFAULT 0,
  failing_since timestamptz,
  retry_at timestamptz,
  -- When a message last arrived, to within some seconds.
  delivered_at timestamptz,
  owner_user_id int REFERENCES app_user ON DELETE SET NULL,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'PAUSED') = (cause IS NOT NULL))
);
CREATE INDEX webhook_universe ON webhook (universe_id);
CREATE INDEX webhook_survey ON webhook (survey_id) WHERE survey_id IS NOT NULL;

-- What an address is told, one row for each message, written with the change that it tells of. What it says is made of its
-- object when it is sent, so nothing of respondents is kept here but what the other side answered.
CREATE TABLE webhook_delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id int NOT NULL REFERENCES webhook ON DELETE CASCADE,
  -- The name of the message for the other side; the same however often it is sent.
  message uuid NOT NULL DEFAULT gen_random_uuid(),
  event text NOT NULL,
  survey_id int REFERENCES survey ON DELETE CASCADE,
  -- The response it tells of, or whose alert.
  response_id bigint REFERENCES response ON DELETE CASCADE,
  -- The alert, action or campaign it tells of.
  object_id bigint,
  -- What the object does not say by itself, such as its state after the change.
  details jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENDING', 'DELIVERED', 'FAILED')),
  -- Somebody asked for this one: it is sent once, at once, and also while the address is paused.
  is_asked boolean NOT NULL DEFAULT false,
  attempts int NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  run_token uuid,
  lease_until timestamptz,
  -- Of the last attempt: the status, the first characters of the answer, why it failed, and how long it took.
  status int,
  answer text NOT NULL DEFAULT '',
  reason jsonb,
  took_ms int,
  sent_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id, due_at, id) WHERE state IN ('WAITING', 'SENDING');
CREATE INDEX webhook_delivery_log ON webhook_delivery (webhook_id, id);
CREATE INDEX webhook_delivery_response ON webhook_delivery (response_id) WHERE response_id IS NOT NULL;
CREATE INDEX webhook_delivery_survey ON webhook_delivery (survey_id) WHERE survey_id IS NOT NULL;
CREATE INDEX webhook_delivery_created ON webhook_delivery (created_at);

-- Whoever forgets who gave a response forgets what other systems answered to it.
CREATE OR REPLACE FUNCTION forget_webhook_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_delivery SET answer = '' WHERE response_id = NEW.id AND answer <> '';
  RETURN NULL;
END $$;
CREATE TRIGGER forget_webhook_answers AFTER UPDATE OF contact ON response
  FOR EACH ROW WHEN (NEW.contact = '{}' AND (OLD.contact <> '{}' OR OLD.answers <> NEW.answers))
  EXECUTE FUNCTION forget_webhook_answers();

-- The audit log of an organisation, newest first.
CREATE INDEX audit_universe ON audit (universe_id, at, id);

-- Root is told where an address was paused.
ALTER TABLE notice DROP CONSTRAINT notice_object_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_object_kind_check
  CHECK (object_kind IN ('alert', 'alerts', 'action', 'subscription', 'webhook'));
