-- A template in further languages: [{locale, subject, code, design, contents}], in the order of the editor.
ALTER TABLE template ADD COLUMN languages jsonb NOT NULL DEFAULT '[]';
