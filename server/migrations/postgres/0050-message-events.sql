-- What became of messages that scripts of the type HANDLE_MSG_EVENT have yet to be told of. Rows are written with the event
-- itself, and only where a named survey has such a script. They go with their message, and so with its respondent.
CREATE TABLE message_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  recipient_id bigint NOT NULL REFERENCES recipient ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed')),
  -- Of one that came back: whether for good.
  bounce text CHECK (bounce IN ('soft', 'hard')),
  at timestamptz NOT NULL,
  -- Told then: a click may turn out to be a program's a moment later.
  due_at timestamptz NOT NULL
);
CREATE INDEX message_event_survey ON message_event (survey_id, id);
CREATE INDEX message_event_recipient ON message_event (recipient_id);

-- Samples that a script wants to be sent no more reminders, by whatever campaign.
CREATE TABLE reminder_stop (
  response_id bigint PRIMARY KEY REFERENCES response ON DELETE CASCADE
);
