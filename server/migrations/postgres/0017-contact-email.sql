-- Finds the other responses of somebody by their e-mail address, for what was sent to them.
CREATE INDEX response_contact_email ON response (survey_id, lower(contact->>'email'))
  WHERE contact->>'email' IS NOT NULL;
