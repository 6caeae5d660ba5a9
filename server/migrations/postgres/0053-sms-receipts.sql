-- Text messages: what an operator that takes them calls their parts, and what it reports of these.
ALTER TABLE recipient
  -- Whether the operator has reported that it reached the phone; its moment is in `recipient_event`, if it may be kept.
  ADD arrived boolean NOT NULL DEFAULT false;
ALTER TABLE recipient_event DROP CONSTRAINT recipient_event_kind_check;
ALTER TABLE recipient_event ADD CONSTRAINT recipient_event_kind_check
  CHECK (kind IN ('sent', 'delivered', 'open', 'click', 'answer', 'bounce', 'unsubscribe', 'complaint'));

CREATE TABLE sms_part (
  -- The account at the operator, and the operator's own name of the part.
  name text PRIMARY KEY,
  recipient_id bigint NOT NULL REFERENCES recipient ON DELETE CASCADE,
  has_arrived boolean NOT NULL DEFAULT false,
  sent_at timestamptz NOT NULL
);
CREATE INDEX sms_part_recipient ON sms_part (recipient_id);

-- Reports as they came in, until the part that they are about is known: they can come before it is stored.
CREATE TABLE sms_receipt (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('delivered', 'failed')),
  is_hard boolean NOT NULL DEFAULT false,
  said text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX sms_receipt_name ON sms_receipt (name);
