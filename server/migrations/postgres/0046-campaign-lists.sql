-- What the list of a campaign's messages is sorted, filtered and searched by.
CREATE INDEX recipient_state ON recipient (campaign_id, state, id DESC);
CREATE INDEX recipient_updated ON recipient (campaign_id, updated_at, id);
CREATE INDEX recipient_opens ON recipient (campaign_id, open_count, id);
CREATE INDEX recipient_clicks ON recipient (campaign_id, click_count, id);
CREATE INDEX recipient_addresses ON recipient (campaign_id, (lower(address) COLLATE "C"), id);
CREATE INDEX recipient_opened ON recipient (campaign_id, id) WHERE open_count > 0;
CREATE INDEX recipient_clicked ON recipient (campaign_id, id) WHERE click_count > 0;
CREATE INDEX recipient_answered ON recipient (campaign_id, id) WHERE answered;
CREATE INDEX recipient_bounced ON recipient (campaign_id, id) WHERE bounce IS NOT NULL AND state <> 'FAILED';
CREATE INDEX recipient_unsubscribed ON recipient (campaign_id, id) WHERE unsubscribed;
-- The newest campaigns of a survey, and who was left out by a rule.
CREATE INDEX campaign_survey ON campaign (survey_id, id DESC);
CREATE INDEX campaign_exclusion_rule ON campaign_exclusion (campaign_id, rule, response_id);
