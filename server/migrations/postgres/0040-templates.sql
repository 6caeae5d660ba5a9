-- Templates of messages, and the images that mails show.
CREATE TABLE template (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  sending_type text NOT NULL CHECK (sending_type IN ('EMAIL', 'SMS', 'LETTER', 'PHONE')),
  name text NOT NULL,
  ext_name text NOT NULL DEFAULT '',
  -- Only root changes it.
  system boolean NOT NULL DEFAULT false,
  locale text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  subject text NOT NULL DEFAULT '',
  -- HTML of a mail, with its merge tags.
  code text NOT NULL DEFAULT '',
  -- What a mail is made from, as JSON.
  design text NOT NULL DEFAULT '',
  contents text NOT NULL DEFAULT '',
  from_name text,
  from_email text,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX template_name ON template (universe_id, sending_type, lower(name));
CREATE UNIQUE INDEX template_ext_name ON template (universe_id, ext_name) WHERE ext_name <> '';

CREATE TABLE template_image (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  universe_id int NOT NULL REFERENCES universe ON DELETE CASCADE,
  -- Part of its address, which recipients open without signing in.
  key text NOT NULL UNIQUE,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('png', 'jpg')),
  width int NOT NULL,
  height int NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX template_image_universe ON template_image (universe_id, id);
