-- Answers that get another name or another form are the same answers: a transaction that sets
-- `gensvar.keeps_record_keys` keeps the keys that their figures' noise is chosen by.
CREATE OR REPLACE FUNCTION renew_record_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('gensvar.keeps_record_keys', true) IS DISTINCT FROM 'on' THEN
    NEW.record_key := ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint;
  END IF;
  RETURN NEW;
END $$;
