-- Reports that somebody subscribes others to, and what became of the last one of each subscription.
ALTER TABLE subscription
  -- Who subscribed its owner; null where the owner did.
  ADD COLUMN author_id int REFERENCES app_user ON DELETE SET NULL,
  -- Why it paused by itself, in a word that whoever made it may read; `reason` is for its owner.
  ADD COLUMN stopped text CHECK (stopped IN ('left', 'right', 'failed')),
  -- What became of its last report, when it is known, why it did not arrive (as stored words), and how many failed in a row.
  ADD COLUMN result text CHECK (result IN ('sent', 'empty', 'failed', 'refused', 'unknown')),
  ADD COLUMN result_at timestamptz,
  ADD COLUMN result_reason jsonb,
  ADD COLUMN failures int NOT NULL DEFAULT 0;
CREATE INDEX subscription_author ON subscription (author_id, survey_id) WHERE author_id IS NOT NULL;

ALTER TABLE subscription_delivery
  ADD COLUMN is_empty boolean NOT NULL DEFAULT false,
  -- Whether its result is noted with the subscription.
  ADD COLUMN settled boolean NOT NULL DEFAULT false;
CREATE INDEX subscription_delivery_open ON subscription_delivery (subscription_id) WHERE NOT settled;

ALTER TABLE notice DROP CONSTRAINT notice_object_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_object_kind_check
  CHECK (object_kind IN ('alert', 'alerts', 'action', 'subscription'));
