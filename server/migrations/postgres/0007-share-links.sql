-- The secret part of a public page's address, so that its link can be shown again. It protects nothing that the row
-- does not hold itself. Pages made before have none.
ALTER TABLE share ADD COLUMN token text;
