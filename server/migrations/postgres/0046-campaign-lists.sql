-- What the list of a campaign's messages is sorted, filtered and searched by.
CREATE INDEX recipient_state ON recipient (campaign_id, state, id DESC);
CREATE INDEX recipient_updated ON recipient (campaign_id, updated_at, id);
CREATE INDEX recipient_opens ON recipient (campaign_id, open_count, id);
CREATE INDEX recipient_clicks ON recipient (campaign_id, click_count, id);
CREATE INDEX recipient_addresses ON recipient (campaign_id, (lower(address) COLLATE "C"), id);
CREATE INDEX recipient_opened ON recipient (campaign_id, id) WHERE open_count > 0;
CREATE INDEX recipient_clicked ON recipient (campaign_id, id) WHERE click_count > 0;
CREATE INDEX recipient_answered ON recipient (campaign_id, id) WHERE answered;
CREATE INDEX recipient_bounced ON recipient (campaign_id, id) WHERE bounce IS NOT NULL;
CREATE INDEX recipient_unsubscribed ON recipient (campaign_id, id) WHERE unsubscribed;
-- The newest campaigns of a survey, and who was left out by a rule.
CREATE INDEX campaign_survey ON campaign (survey_id, id DESC);
CREATE INDEX campaign_exclusion_rule ON campaign_exclusion (campaign_id, rule, response_id);

-- Messages that were sent and did not come back: one that came back can be of any state.
ALTER TABLE campaign_count ADD delivered int NOT NULL DEFAULT 0;
UPDATE campaign_count c SET delivered =
  (SELECT count(*) FROM recipient r WHERE r.campaign_id = c.campaign_id AND r.state = 'SENT' AND r.bounce IS NULL);
CREATE OR REPLACE FUNCTION count_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added text := 'SELECT *, 1 AS sign FROM added';
  removed text := 'SELECT *, -1 AS sign FROM removed';
BEGIN
  EXECUTE format($q$
    UPDATE campaign_count c
       SET total = c.total + d.total, pending = c.pending + d.pending, sending = c.sending + d.sending,
           sent = c.sent + d.sent, failed = c.failed + d.failed, unknown = c.unknown + d.unknown,
           delivered = c.delivered + d.delivered,
           bounced = c.bounced + d.bounced, opened = c.opened + d.opened, clicked = c.clicked + d.clicked,
           answered = c.answered + d.answered, unsubscribed = c.unsubscribed + d.unsubscribed,
           complained = c.complained + d.complained
      FROM (SELECT campaign_id, sum(sign) AS total,
                   coalesce(sum(sign) FILTER (WHERE state = 'PENDING'), 0) AS pending,
                   coalesce(sum(sign) FILTER (WHERE state = 'SENDING'), 0) AS sending,
                   coalesce(sum(sign) FILTER (WHERE state = 'SENT'), 0) AS sent,
                   coalesce(sum(sign) FILTER (WHERE state = 'FAILED'), 0) AS failed,
                   coalesce(sum(sign) FILTER (WHERE state = 'UNKNOWN'), 0) AS unknown,
                   coalesce(sum(sign) FILTER (WHERE state = 'SENT' AND bounce IS NULL), 0) AS delivered,
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
