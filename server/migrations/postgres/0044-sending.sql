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

-- Messages that the mail server refused at once because of their address: they have failed, and only one that was sent can
-- have come back.
ALTER TABLE campaign_count ADD refused int NOT NULL DEFAULT 0;

-- What had been sent, come back and been complained of when the campaign paused by itself: after somebody has let it go on,
-- only what comes then can pause it again.
ALTER TABLE campaign
  ADD judged_sent int NOT NULL DEFAULT 0,
  ADD judged_bounced int NOT NULL DEFAULT 0,
  ADD judged_complained int NOT NULL DEFAULT 0;
