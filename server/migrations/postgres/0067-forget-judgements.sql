-- Whatever removes a comment removes what was found in it: people, imports, anonymising, a restored backup that anonymises again.
-- At the commit, because a question may get another name in the same transaction as its answers.
CREATE OR REPLACE FUNCTION forget_judgements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM comment_judgement cj USING question q, response r
   WHERE cj.response_id = NEW.id AND r.id = NEW.id AND q.id = cj.question_id
     AND coalesce(r.answers ->> q.variable, '') = '';
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER response_forget_judgements AFTER UPDATE OF answers ON response
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.answers IS DISTINCT FROM NEW.answers) EXECUTE FUNCTION forget_judgements();
