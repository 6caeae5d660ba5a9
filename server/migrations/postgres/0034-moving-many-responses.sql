-- A unit that moves can have very many responses. What these triggers do for each of them is most of the time that takes, so
-- the statement that moves them sets `gensvar.moves_responses` and does the same for all of them at once.

DROP TRIGGER response_record_key ON response;
CREATE TRIGGER response_record_key BEFORE UPDATE OF answers ON response
  FOR EACH ROW WHEN (current_setting('gensvar.moves_responses', true) IS DISTINCT FROM 'on'
                     AND NEW.answers IS DISTINCT FROM OLD.answers)
  EXECUTE FUNCTION renew_record_key();

DROP TRIGGER alerts_follow_interview ON response;
CREATE TRIGGER alerts_follow_interview AFTER UPDATE OF state, event_date, unit_ids ON response
  FOR EACH ROW WHEN (current_setting('gensvar.moves_responses', true) IS DISTINCT FROM 'on'
                     AND (OLD.state, OLD.event_date, OLD.unit_ids) IS DISTINCT FROM (NEW.state, NEW.event_date, NEW.unit_ids))
  EXECUTE FUNCTION alerts_follow_interview();
