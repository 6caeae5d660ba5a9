-- Tables that a survey keeps on the server.

CREATE TABLE data_table (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  table_id text NOT NULL,
  -- Its columns as in the configuration (text, align, sortable); null where the component says them.
  headers jsonb,
  UNIQUE (survey_id, table_id)
);

CREATE TABLE data_table_row (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  data_table_id int NOT NULL REFERENCES data_table ON DELETE CASCADE,
  cells text[] NOT NULL,
  version int NOT NULL DEFAULT 1
);
CREATE INDEX data_table_row_table ON data_table_row (data_table_id, id);
