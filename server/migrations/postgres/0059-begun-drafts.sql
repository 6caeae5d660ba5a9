-- What respondents were asked when the draft of a questionnaire began, so that publishing it undoes no change that was made
-- meanwhile outside of it: {document, known, configuration}. Null where that is not known, and where there is no draft.
ALTER TABLE questionnaire_draft ADD began_with jsonb;
