-- Campaigns: what is sent to whom, when, by which rules, and what became of it.
UPDATE campaign SET state = 'STARTED' WHERE state NOT IN ('CREATED', 'STARTED', 'PAUSED', 'STOPPED', 'ERROR');
ALTER TABLE campaign
  ADD campaign_type text NOT NULL DEFAULT 'PULL_ONCE' CHECK (campaign_type IN ('PULL_ONCE', 'PULL', 'PUSH', 'PULL_SINGLE')),
  ADD CHECK (state IN ('CREATED', 'STARTED', 'PAUSED', 'STOPPED', 'ERROR')),
  -- Why the server paused or stopped it by itself, as stored words.
  ADD state_reason jsonb,
  -- When a campaign that is sent once had sent everything; it is STOPPED then.
  ADD finished_at timestamptz,
  ADD started_at timestamptz,
  -- When it starts by itself; null for at once, or by hand.
  ADD scheduled_start timestamptz,
  -- Rounds of a PULL campaign, with {fromDays, toDays, weekdays}, and the day the next one is due on.
  ADD scheduled_period text CHECK (scheduled_period IN ('DAILY', 'WEEKLY', 'MONTHLY')),
  ADD schedule_params jsonb,
  ADD next_round_on date,
  -- Hours of the recipient's day in which it is sent, 09:00; null for any.
  ADD send_from text,
  ADD send_to text,
  -- What is sent; of PHONE the template of the call.
  ADD template_id int REFERENCES template,
  ADD from_name text,
  ADD from_email text,
  ADD bcc text,
  ADD reply_to text,
  -- Where everything is sent instead of to the respondents.
  ADD fixed_recipient text,
  ADD voice text,
  ADD locale text,
  -- The mail action it was made from, the mail filters that were on, and the drill path of the people it goes to.
  ADD mail_action text,
  ADD mail_filters text[] NOT NULL DEFAULT '{}',
  ADD link text NOT NULL DEFAULT 'root',
  -- [{afterDays, templateId}], in order: what those who have not answered are sent.
  ADD reminders jsonb NOT NULL DEFAULT '[]',
  -- With whose rights people are chosen in later rounds; null for the program.
  ADD owner_id int REFERENCES app_user ON DELETE SET NULL,
  ADD version int NOT NULL DEFAULT 1,
  ADD updated_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX campaign_template ON campaign (template_id) WHERE template_id IS NOT NULL;

-- A message to one person. A second message to the same person (a reminder, or sent again by hand) is another wave.
ALTER TABLE recipient
  ADD kind text NOT NULL DEFAULT 'first' CHECK (kind IN ('first', 'reminder', 'again')),
  -- Which of the campaign's reminders it is, from 0; null for others.
  ADD reminder int,
  -- Where it goes: an e-mail address or a phone number, and the hash it is told again by.
  ADD address text NOT NULL DEFAULT '',
  ADD address_hash text NOT NULL DEFAULT '',
  ADD language text NOT NULL DEFAULT '',
  -- Not before this moment.
  ADD send_at timestamptz NOT NULL DEFAULT now(),
  ADD run_token uuid,
  ADD lease_until timestamptz,
  ADD attempts int NOT NULL DEFAULT 0,
  -- Why it failed or was put off, as stored words.
  ADD reason jsonb,
  ADD bounce text CHECK (bounce IN ('soft', 'hard')),
  ADD complained boolean NOT NULL DEFAULT false,
  -- In an anonymous survey the flag alone.
  ADD answered boolean NOT NULL DEFAULT false,
  ADD answered_at timestamptz,
  -- Opens and clicks by programs that look through mails; those of people are in `open_count` and `click_count`.
  ADD machine_open_count int NOT NULL DEFAULT 0,
  ADD machine_click_count int NOT NULL DEFAULT 0;
CREATE INDEX recipient_due ON recipient (campaign_id, send_at, id) WHERE state = 'PENDING';
CREATE INDEX recipient_sending ON recipient (lease_until) WHERE state = 'SENDING';
CREATE INDEX recipient_campaign ON recipient (campaign_id, id DESC);
CREATE INDEX recipient_address ON recipient (address_hash) WHERE address_hash <> '';

-- Recipients by what became of them, kept by the triggers below so that no list has to count them:
-- total = pending + sending + sent + failed + unknown.
CREATE TABLE campaign_count (
  campaign_id int PRIMARY KEY REFERENCES campaign ON DELETE CASCADE,
  total int NOT NULL DEFAULT 0,
  pending int NOT NULL DEFAULT 0,
  sending int NOT NULL DEFAULT 0,
  sent int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  unknown int NOT NULL DEFAULT 0,
  bounced int NOT NULL DEFAULT 0,
  opened int NOT NULL DEFAULT 0,
  clicked int NOT NULL DEFAULT 0,
  answered int NOT NULL DEFAULT 0,
  unsubscribed int NOT NULL DEFAULT 0,
  complained int NOT NULL DEFAULT 0
);
INSERT INTO campaign_count (campaign_id, total, pending, sending, sent, failed, unknown, opened, clicked, unsubscribed)
SELECT c.id, count(r.id), count(*) FILTER (WHERE r.state = 'PENDING'), count(*) FILTER (WHERE r.state = 'SENDING'),
       count(*) FILTER (WHERE r.state = 'SENT'), count(*) FILTER (WHERE r.state = 'FAILED'),
       count(*) FILTER (WHERE r.state = 'UNKNOWN'), count(*) FILTER (WHERE r.open_count > 0),
       count(*) FILTER (WHERE r.click_count > 0), count(*) FILTER (WHERE r.unsubscribed)
  FROM campaign c LEFT JOIN recipient r ON r.campaign_id = c.id GROUP BY c.id;

CREATE OR REPLACE FUNCTION begin_campaign_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO campaign_count (campaign_id) VALUES (NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER begin_campaign_count AFTER INSERT ON campaign FOR EACH ROW EXECUTE FUNCTION begin_campaign_count();

-- Adds what a statement has added and takes away what it has removed; an update does both.
CREATE OR REPLACE FUNCTION count_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text := 'SELECT *, 1 AS sign FROM added';
  removed text := 'SELECT *, -1 AS sign FROM removed';
BEGIN
  EXECUTE format($q$
    UPDATE campaign_count c
       SET total = c.total + d.total, pending = c.pending + d.pending, sending = c.sending + d.sending,
           sent = c.sent + d.sent, failed = c.failed + d.failed, unknown = c.unknown + d.unknown,
           bounced = c.bounced + d.bounced, opened = c.opened + d.opened, clicked = c.clicked + d.clicked,
           answered = c.answered + d.answered, unsubscribed = c.unsubscribed + d.unsubscribed,
           complained = c.complained + d.complained
      FROM (SELECT campaign_id, sum(sign) AS total,
                   coalesce(sum(sign) FILTER (WHERE state = 'PENDING'), 0) AS pending,
                   coalesce(sum(sign) FILTER (WHERE state = 'SENDING'), 0) AS sending,
                   coalesce(sum(sign) FILTER (WHERE state = 'SENT'), 0) AS sent,
                   coalesce(sum(sign) FILTER (WHERE state = 'FAILED'), 0) AS failed,
                   coalesce(sum(sign) FILTER (WHERE state = 'UNKNOWN'), 0) AS unknown,
                   coalesce(sum(sign) FILTER (WHERE bounce IS NOT NULL), 0) AS bounced,
                   coalesce(sum(sign) FILTER (WHERE open_count > 0), 0) AS opened,
                   coalesce(sum(sign) FILTER (WHERE click_count > 0), 0) AS clicked,
                   coalesce(sum(sign) FILTER (WHERE answered), 0) AS answered,
                   coalesce(sum(sign) FILTER (WHERE unsubscribed), 0) AS unsubscribed,
                   coalesce(sum(sign) FILTER (WHERE complained), 0) AS complained
              FROM (%s) AS r GROUP BY campaign_id) AS d
     WHERE c.campaign_id = d.campaign_id$q$,
    CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END);
  RETURN NULL;
END $$;
CREATE TRIGGER count_added_recipients AFTER INSERT ON recipient
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_recipients();
CREATE TRIGGER count_changed_recipients AFTER UPDATE ON recipient
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_recipients();
CREATE TRIGGER count_removed_recipients AFTER DELETE ON recipient
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_recipients();

-- People a campaign would have reached, with the rule that left them out.
CREATE TABLE campaign_exclusion (
  campaign_id int NOT NULL REFERENCES campaign ON DELETE CASCADE,
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  rule text NOT NULL,
  PRIMARY KEY (campaign_id, response_id)
);
CREATE INDEX campaign_exclusion_response ON campaign_exclusion (response_id);

-- What happened to a message, as it came in. None of an anonymous survey is kept.
CREATE TABLE recipient_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient_id bigint NOT NULL REFERENCES recipient ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('sent', 'open', 'click', 'answer', 'bounce', 'unsubscribe', 'complaint')),
  -- Whether a program caused it, not a person, and how that was seen.
  is_machine boolean NOT NULL DEFAULT false,
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL
);
CREATE INDEX recipient_event_recipient ON recipient_event (recipient_id, id);

-- Addresses that an organisation sends nothing to. Of erased people only the hash is left.
CREATE TABLE suppression (
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  address_hash text NOT NULL,
  address text,
  reason text NOT NULL CHECK (reason IN ('unsubscribed', 'complained', 'bounced', 'imported', 'entered')),
  campaign_id int REFERENCES campaign ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (universe_id, address_hash)
);
CREATE INDEX suppression_listed ON suppression (universe_id, created_at DESC);
CREATE INDEX suppression_campaign ON suppression (campaign_id) WHERE campaign_id IS NOT NULL;

-- When people were written to, over all channels, campaigns and reminders; nothing of them but a hash.
CREATE TABLE contact_ledger (
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  address_hash text NOT NULL,
  -- The latest last, no older ones than the rule asks for.
  sent_at timestamptz[] NOT NULL,
  PRIMARY KEY (universe_id, address_hash)
);

-- An organisation's rules of sending, and the secret that addresses are hashed and links are signed with.
CREATE TABLE sending_rules (
  universe_id int PRIMARY KEY REFERENCES universe ON DELETE CASCADE,
  rules jsonb NOT NULL DEFAULT '{}',
  version int NOT NULL DEFAULT 1
);
CREATE TABLE sending_secret (
  universe_id int PRIMARY KEY REFERENCES universe ON DELETE CASCADE,
  secret bytea NOT NULL
);

-- Messages by day and by the domains they go from and to: what limits and the warm-up of a domain are counted by.
CREATE TABLE sending_day (
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  day date NOT NULL,
  from_domain text NOT NULL,
  to_domain text NOT NULL,
  sent int NOT NULL DEFAULT 0,
  bounced int NOT NULL DEFAULT 0,
  PRIMARY KEY (universe_id, day, from_domain, to_domain)
);

-- An address as it is told again: without regard to case, and nothing that anybody can read it from without the secret.
CREATE OR REPLACE FUNCTION hashed_address(secret bytea, address text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(secret || convert_to(lower(btrim(address)), 'UTF8')), 'hex')
$$;
