-- Responses without a date are doubted as well.
ALTER TABLE survey_doubt DROP CONSTRAINT survey_doubt_kind_check;
ALTER TABLE survey_doubt ADD CONSTRAINT survey_doubt_kind_check
  CHECK (kind IN ('below', 'above', 'dates', 'undated', 'personal', 'codes'));
