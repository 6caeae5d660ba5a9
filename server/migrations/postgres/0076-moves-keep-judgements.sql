-- A move changes answers to levels alone, which are no comments. Looking for judgements of comments that are gone took longer
-- at the commit than all else of a move of very many responses.

DROP TRIGGER response_forget_judgements ON response;
CREATE CONSTRAINT TRIGGER response_forget_judgements AFTER UPDATE OF answers ON response
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (current_setting('gensvar.moves_responses', true) IS DISTINCT FROM 'on'
                     AND OLD.answers IS DISTINCT FROM NEW.answers)
  EXECUTE FUNCTION forget_judgements();
