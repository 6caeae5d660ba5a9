-- Reports that a user gets by mail again and again. Each is made with the rights its owner has at that moment.
CREATE TABLE subscription (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  owner_id int NOT NULL REFERENCES app_user ON DELETE CASCADE,
  -- Which report, and what it is asked for with, as its kind reads it.
  kind text NOT NULL,
  asked jsonb NOT NULL,
  title text NOT NULL,
  cadence text NOT NULL CHECK (cadence IN ('daily', 'workdays', 'weekly', 'monthly')),
  -- 1 is Monday.
  weekday int NOT NULL CHECK (weekday BETWEEN 1 AND 7),
  -- Day of the month; 0 is the last one.
  month_day int NOT NULL CHECK (month_day BETWEEN 0 AND 28),
  -- In the owner's time zone, else the universe's.
  hour int NOT NULL CHECK (hour BETWEEN 0 AND 23),
  locale text NOT NULL,
  next_at timestamptz NOT NULL,
  active boolean NOT NULL DEFAULT true,
  -- Why it was paused by itself, as stored words.
  reason jsonb,
  last_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
CREATE INDEX subscription_due ON subscription (next_at, id) WHERE active;
CREATE INDEX subscription_owner ON subscription (owner_id, survey_id);

-- A report that a subscription asked for, and its mail. There is one for each due moment.
CREATE TABLE subscription_delivery (
  subscription_id int NOT NULL REFERENCES subscription ON DELETE CASCADE,
  due_at timestamptz NOT NULL,
  report_uuid uuid NOT NULL UNIQUE REFERENCES report ON DELETE CASCADE,
  mail_id bigint REFERENCES mail ON DELETE SET NULL,
  mailed_at timestamptz,
  PRIMARY KEY (subscription_id, due_at)
);
CREATE INDEX subscription_delivery_mail ON subscription_delivery (mail_id) WHERE mail_id IS NOT NULL;
