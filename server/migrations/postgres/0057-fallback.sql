-- Campaigns that go further ways to those whom their own way cannot reach.
ALTER TABLE campaign
  -- The further ways, in order, each with what it is sent by: {sendingType, templateId, fromName, fromEmail, selectedVoice,
  -- selectedLocale}.
  ADD ways jsonb NOT NULL DEFAULT '[]',
  -- Whether its text messages go to the app on a device first, where one is known.
  ADD to_devices boolean NOT NULL DEFAULT false;
ALTER TABLE recipient
  -- The way it goes; null for the campaign's own one, in a campaign that has no other. A message that one way could not
  -- deliver goes on by the next: it stays one message to one person.
  ADD channel text CHECK (channel IN ('EMAIL', 'SMS', 'LETTER', 'PHONE', 'PUSH')),
  -- When its person was last noted as written to, where there are further ways: taken back when it goes on by the next.
  ADD noted_at timestamptz;
-- What is due by which way.
CREATE INDEX recipient_due_by_way ON recipient (campaign_id, channel, send_at, id) WHERE state = 'PENDING' AND channel IS NOT NULL;
