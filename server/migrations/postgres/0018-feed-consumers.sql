-- The processes that follow the change log, each into an analytics store of its own. A change is deleted once all of
-- them have applied it.
CREATE TABLE feed_consumer (
  -- Random, new for each start of a process, and stored in its analytics store as well.
  id uuid PRIMARY KEY,
  -- All changes up to this position are applied.
  xid xid8 NOT NULL,
  change_id bigint NOT NULL,
  -- One that was not seen for an hour is deleted, and rebuilds its store when it comes back.
  seen_at timestamptz NOT NULL DEFAULT now()
);
