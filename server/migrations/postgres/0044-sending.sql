-- Messages by moment, to everybody ('' as domain) and to a provider's domain: limits per minute are counted by it. Only the
-- last minutes are kept.
CREATE TABLE sending_pace (
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  to_domain text NOT NULL,
  at timestamptz NOT NULL,
  taken int NOT NULL,
  PRIMARY KEY (universe_id, to_domain, at)
);

-- Messages that a campaign has sent, by parts of minutes: how fast it is sent. Only the last minutes are kept.
CREATE TABLE campaign_pace (
  campaign_id int NOT NULL REFERENCES campaign ON DELETE CASCADE,
  at timestamptz NOT NULL,
  sent int NOT NULL,
  PRIMARY KEY (campaign_id, at)
);

-- Refused by the mail server at once, for good: such a message has failed, and only one that was sent can have come back.
ALTER TABLE campaign_count ADD refused int NOT NULL DEFAULT 0;

-- As before, without planning the statement anew each time, and with those that were refused.
CREATE OR REPLACE FUNCTION count_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    UPDATE campaign_count c
       SET total = c.total + d.total, pending = c.pending + d.pending, sending = c.sending + d.sending,
           sent = c.sent + d.sent, failed = c.failed + d.failed, unknown = c.unknown + d.unknown,
           bounced = c.bounced + d.bounced, refused = c.refused + d.refused, opened = c.opened + d.opened,
           clicked = c.clicked + d.clicked, answered = c.answered + d.answered,
           unsubscribed = c.unsubscribed + d.unsubscribed, complained = c.complained + d.complained
      FROM (SELECT campaign_id, count(*) AS total, count(*) FILTER (WHERE state = 'PENDING') AS pending,
                   count(*) FILTER (WHERE state = 'SENDING') AS sending, count(*) FILTER (WHERE state = 'SENT') AS sent,
                   count(*) FILTER (WHERE state = 'FAILED') AS failed,
                   count(*) FILTER (WHERE state = 'UNKNOWN') AS unknown,
                   count(*) FILTER (WHERE bounce IS NOT NULL AND state <> 'FAILED') AS bounced,
                   count(*) FILTER (WHERE bounce IS NOT NULL AND state = 'FAILED') AS refused,
                   count(*) FILTER (WHERE open_count > 0) AS opened, count(*) FILTER (WHERE click_count > 0) AS clicked,
                   count(*) FILTER (WHERE answered) AS answered, count(*) FILTER (WHERE unsubscribed) AS unsubscribed,
                   count(*) FILTER (WHERE complained) AS complained
              FROM added GROUP BY campaign_id) AS d
     WHERE c.campaign_id = d.campaign_id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE campaign_count c
       SET total = c.total - d.total, pending = c.pending - d.pending, sending = c.sending - d.sending,
           sent = c.sent - d.sent, failed = c.failed - d.failed, unknown = c.unknown - d.unknown,
           bounced = c.bounced - d.bounced, refused = c.refused - d.refused, opened = c.opened - d.opened,
           clicked = c.clicked - d.clicked, answered = c.answered - d.answered,
           unsubscribed = c.unsubscribed - d.unsubscribed, complained = c.complained - d.complained
      FROM (SELECT campaign_id, count(*) AS total, count(*) FILTER (WHERE state = 'PENDING') AS pending,
                   count(*) FILTER (WHERE state = 'SENDING') AS sending, count(*) FILTER (WHERE state = 'SENT') AS sent,
                   count(*) FILTER (WHERE state = 'FAILED') AS failed,
                   count(*) FILTER (WHERE state = 'UNKNOWN') AS unknown,
                   count(*) FILTER (WHERE bounce IS NOT NULL AND state <> 'FAILED') AS bounced,
                   count(*) FILTER (WHERE bounce IS NOT NULL AND state = 'FAILED') AS refused,
                   count(*) FILTER (WHERE open_count > 0) AS opened, count(*) FILTER (WHERE click_count > 0) AS clicked,
                   count(*) FILTER (WHERE answered) AS answered, count(*) FILTER (WHERE unsubscribed) AS unsubscribed,
                   count(*) FILTER (WHERE complained) AS complained
              FROM removed GROUP BY campaign_id) AS d
     WHERE c.campaign_id = d.campaign_id;
  END IF;
  RETURN NULL;
END $$;

-- What had been sent, come back and been complained of when the campaign paused by itself: after somebody has let it go on,
-- only what comes then can pause it again.
ALTER TABLE campaign
  ADD judged_sent int NOT NULL DEFAULT 0,
  ADD judged_bounced int NOT NULL DEFAULT 0,
  ADD judged_complained int NOT NULL DEFAULT 0;
