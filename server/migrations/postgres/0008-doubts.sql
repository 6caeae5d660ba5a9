-- What an import was not sure of, and how it was decided.
CREATE TABLE survey_doubt (
  survey_id int NOT NULL REFERENCES survey ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('below', 'above', 'dates', 'personal', 'codes')),
  variable text NOT NULL,
  -- What tells the doubted answers from the others; no answers of respondents.
  facts jsonb NOT NULL,
  -- The choice in force; until somebody decides, the one the import assumed.
  chosen text NOT NULL,
  decided_by text,
  decided_at timestamptz,
  version int NOT NULL DEFAULT 1,
  PRIMARY KEY (survey_id, kind, variable)
);

-- What the imports of a survey found in its files: its configuration is generated from this.
CREATE TABLE import_plan (
  survey_id int PRIMARY KEY REFERENCES survey ON DELETE CASCADE,
  plan jsonb NOT NULL
);
