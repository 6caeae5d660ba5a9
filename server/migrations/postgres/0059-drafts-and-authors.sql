-- What respondents were asked when the draft of a questionnaire began, so that publishing it undoes no change that was made
-- meanwhile outside of it: {document, known, configuration}. Null where that is not known, and where there is no draft.
ALTER TABLE questionnaire_draft ADD began_with jsonb;

-- The user who made a survey in the product; null where a command did, or root. As an administrator who may make surveys they
-- can open it, also where their role cannot.
ALTER TABLE survey ADD author_id int REFERENCES app_user ON DELETE SET NULL;
