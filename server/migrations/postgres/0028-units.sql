-- Units that are edited, moved and merged.

ALTER TABLE unit
  -- Grows with each change.
  ADD COLUMN version int NOT NULL DEFAULT 1,
  -- The unit that this one goes on from since `valid_from`, because it was moved on that day.
  ADD COLUMN succeeds_id int REFERENCES unit ON DELETE SET NULL;
CREATE INDEX unit_succeeds ON unit (succeeds_id) WHERE succeeds_id IS NOT NULL;

-- Where a unit was found before it was moved or merged: old links and later files still find it there.
CREATE TABLE unit_former_place (
  view_id int NOT NULL REFERENCES view ON DELETE CASCADE,
  -- The unit it was below; null for the top of the view.
  parent_id int REFERENCES unit ON DELETE CASCADE,
  ext_name text NOT NULL,
  unit_id int NOT NULL REFERENCES unit ON DELETE CASCADE
);
CREATE UNIQUE INDEX unit_former_name ON unit_former_place (view_id, coalesce(parent_id, 0), ext_name);
CREATE INDEX unit_former_unit ON unit_former_place (unit_id);
CREATE INDEX unit_former_parent ON unit_former_place (parent_id);

-- 'unit': the places of all responses of the lowest unit `row_id` changed, and nothing else of them.
ALTER TABLE change DROP CONSTRAINT change_kind_check;
ALTER TABLE change ADD CONSTRAINT change_kind_check CHECK (kind IN ('response', 'survey', 'unit'));
