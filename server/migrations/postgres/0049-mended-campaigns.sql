-- Only a message that was sent can have come back: a report can arrive before the server has noted that it was sent. What people
-- did is counted of messages that were sent and did not come back, in lists, tiles and filters alike.
CREATE OR REPLACE FUNCTION count_recipients() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_there constant text := 'state = ''SENT'' AND bounce IS NULL AS is_there';
  added text := 'SELECT *, 1 AS sign, ' || is_there || ' FROM added';
  removed text := 'SELECT *, -1 AS sign, ' || is_there || ' FROM removed';
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
                   coalesce(sum(sign) FILTER (WHERE state = 'SENT' AND bounce IS NOT NULL), 0) AS bounced,
                   coalesce(sum(sign) FILTER (WHERE is_there AND open_count > 0), 0) AS opened,
                   coalesce(sum(sign) FILTER (WHERE is_there AND click_count > 0), 0) AS clicked,
                   coalesce(sum(sign) FILTER (WHERE is_there AND answered), 0) AS answered,
                   coalesce(sum(sign) FILTER (WHERE is_there AND unsubscribed), 0) AS unsubscribed,
                   coalesce(sum(sign) FILTER (WHERE is_there AND complained), 0) AS complained
              FROM (%s) AS r GROUP BY campaign_id) AS d
     WHERE c.campaign_id = d.campaign_id$q$,
    CASE TG_OP WHEN 'INSERT' THEN added WHEN 'DELETE' THEN removed ELSE added || ' UNION ALL ' || removed END);
  RETURN NULL;
END $$;
UPDATE recipient SET state = 'SENT', reason = NULL, sent_at = coalesce(sent_at, updated_at)
 WHERE state = 'UNKNOWN' AND bounce IS NOT NULL;
UPDATE campaign_count c
   SET bounced = n.bounced, opened = n.opened, clicked = n.clicked, answered = n.answered, unsubscribed = n.unsubscribed,
       complained = n.complained
  FROM (SELECT campaign_id, count(*) FILTER (WHERE NOT is_there) AS bounced,
               count(*) FILTER (WHERE is_there AND open_count > 0) AS opened,
               count(*) FILTER (WHERE is_there AND click_count > 0) AS clicked,
               count(*) FILTER (WHERE is_there AND answered) AS answered,
               count(*) FILTER (WHERE is_there AND unsubscribed) AS unsubscribed,
               count(*) FILTER (WHERE is_there AND complained) AS complained
          FROM (SELECT *, bounce IS NULL AS is_there FROM recipient WHERE state = 'SENT') r GROUP BY campaign_id) n
 WHERE n.campaign_id = c.campaign_id;
DROP INDEX recipient_bounced, recipient_opened, recipient_clicked, recipient_answered, recipient_unsubscribed;
CREATE INDEX recipient_opened ON recipient (campaign_id, id) WHERE state = 'SENT' AND bounce IS NULL AND open_count > 0;
CREATE INDEX recipient_clicked ON recipient (campaign_id, id) WHERE state = 'SENT' AND bounce IS NULL AND click_count > 0;
CREATE INDEX recipient_answered ON recipient (campaign_id, id) WHERE state = 'SENT' AND bounce IS NULL AND answered;
CREATE INDEX recipient_unsubscribed ON recipient (campaign_id, id) WHERE state = 'SENT' AND bounce IS NULL AND unsubscribed;
CREATE INDEX recipient_bounced ON recipient (campaign_id, id) WHERE bounce IS NOT NULL AND state = 'SENT';

-- Nothing read it.
ALTER TABLE sending_day DROP COLUMN bounced;

-- Samples of anonymous surveys that were completed themselves, as by an import, wait like those whose link was used. Only
-- of these the link can be used again when that is undone.
ALTER TABLE used_answer_link
  ADD is_completed boolean NOT NULL DEFAULT false,
  -- The one message that the answer is counted for, the last that was sent before it and is no reminder: what campaigns to other
  -- people, or later ones to the same, tell in sums says nothing of it.
  ADD recipient_id bigint REFERENCES recipient ON DELETE SET NULL;
CREATE OR REPLACE FUNCTION answered_message(sample bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT id FROM recipient
   WHERE response_id = sample AND state IN ('SENDING', 'SENT', 'UNKNOWN') AND kind <> 'reminder'
   ORDER BY answered DESC, id DESC LIMIT 1
$$;
UPDATE used_answer_link SET recipient_id = answered_message(response_id);
CREATE INDEX used_answer_link_recipient ON used_answer_link (recipient_id);

-- As before; in an anonymous survey, whose rules of publishing are frozen, at night and some at a time.
CREATE OR REPLACE FUNCTION mark_answered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM response_turn) THEN
    RETURN NULL;
  END IF;
  DELETE FROM used_answer_link l USING response_turn t
   WHERE l.response_id = t.response_id AND l.is_completed AND NOT t.is_completed;
  WITH hidden AS (
    DELETE FROM response_turn t
     USING response r JOIN publication p ON p.survey_id = r.survey_id AND p.period IS NOT NULL
     WHERE r.id = t.response_id AND t.is_completed RETURNING t.response_id)
  INSERT INTO used_answer_link (response_id, is_completed, recipient_id)
  SELECT response_id, true, answered_message(response_id) FROM hidden
  ON CONFLICT DO NOTHING;
  WITH turned AS (DELETE FROM response_turn RETURNING response_id, is_completed)
  UPDATE recipient r
     SET answered = t.is_completed, answered_at = CASE WHEN t.is_completed THEN now() END, updated_at = now()
    FROM turned t
   WHERE r.response_id = t.response_id AND r.answered <> t.is_completed
     AND (r.state IN ('SENDING', 'SENT', 'UNKNOWN') OR NOT t.is_completed);
  RETURN NULL;
END $$;
