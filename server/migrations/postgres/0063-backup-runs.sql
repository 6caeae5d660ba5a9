-- Backups that the server made by itself, and what became of them. It tells of files of this installation, so it is not part
-- of a backup.
CREATE TABLE backup_run (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The task it was made by, which is removed before.
  task_id int NOT NULL,
  -- Path of the file; empty where none was written.
  file text NOT NULL DEFAULT '',
  -- The moment whose state it holds.
  made_at timestamptz NOT NULL,
  took_ms bigint,
  tables int,
  rows bigint,
  bytes bigint,
  -- When it was restored for its proof, how long that took, and how many rows were compared.
  proved_at timestamptz,
  proof_ms bigint,
  proof_rows bigint,
  -- When and why it failed: the backup itself, or its proof, as stored words.
  failed_at timestamptz,
  reason jsonb,
  -- When the file was removed, because enough newer ones are kept.
  removed_at timestamptz,
  CHECK ((failed_at IS NULL) = (reason IS NULL))
);
CREATE INDEX backup_run_task ON backup_run (task_id);

-- Raised by every save of the server's settings, to recognise a stale one.
ALTER TABLE setting ADD COLUMN version int NOT NULL DEFAULT 1;

-- Root is told of a backup that failed.
ALTER TABLE notice DROP CONSTRAINT notice_object_kind_check;
ALTER TABLE notice ADD CONSTRAINT notice_object_kind_check
  CHECK (object_kind IN ('alert', 'alerts', 'action', 'subscription', 'webhook', 'backup'));
