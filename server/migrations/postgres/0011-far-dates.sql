-- Doubted dates are told by those next to all others, so that the days of later imports are not taken for far ones.
UPDATE survey_doubt
   SET facts = facts || jsonb_build_object('before', (facts->>'from')::date - 1, 'after', (facts->>'to')::date + 1)
 WHERE kind = 'dates' AND NOT facts ? 'before';
