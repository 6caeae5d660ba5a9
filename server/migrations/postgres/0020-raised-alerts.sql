-- Which import raised an alert, so that undoing it takes back those nobody has worked on.
ALTER TABLE alert ADD COLUMN import_set_id int REFERENCES import_set ON DELETE SET NULL;
CREATE INDEX alert_import_set ON alert (import_set_id) WHERE import_set_id IS NOT NULL;

-- How many alerts an import raised.
ALTER TABLE import_set ADD COLUMN alerts int NOT NULL DEFAULT 0;
