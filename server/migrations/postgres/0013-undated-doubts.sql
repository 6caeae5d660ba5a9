-- Responses without a date are doubted as well.
ALTER TABLE survey_doubt DROP CONSTRAINT survey_doubt_kind_check;
ALTER TABLE survey_doubt ADD CONSTRAINT survey_doubt_kind_check
  CHECK (kind IN ('below', 'above', 'dates', 'undated', 'personal', 'codes'));

-- How a doubt was decided; the name is told of persons alone.
ALTER TABLE survey_doubt ADD COLUMN decided_through text CHECK (decided_through IN ('person', 'command', 'import'));
UPDATE survey_doubt
   SET decided_through = CASE decided_by WHEN 'decide' THEN 'command' WHEN 'import' THEN 'import' ELSE 'person' END
 WHERE decided_by IS NOT NULL;
