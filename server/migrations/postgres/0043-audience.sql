-- Choosing people and telling addresses apart.

-- Digits of a label as RFC 3492 encodes what is not ASCII.
CREATE OR REPLACE FUNCTION punycode(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  letters int[] := (SELECT array_agg(ascii(c) ORDER BY at) FROM regexp_split_to_table(label, '') WITH ORDINALITY AS t (c, at));
  basic text := (SELECT coalesce(string_agg(chr(c), '' ORDER BY at), '') FROM unnest(letters) WITH ORDINALITY AS t (c, at) WHERE c < 128);
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  encoded text; n int := 128; delta int := 0; bias int := 72; handled int := length(basic); next int; letter int;
  q int; k int; t int; is_first boolean := true;
BEGIN
  encoded := basic || CASE WHEN basic = '' THEN '' ELSE '-' END;
  WHILE handled < cardinality(letters) LOOP
    SELECT min(c) INTO next FROM unnest(letters) AS c WHERE c >= n;
    delta := delta + (next - n) * (handled + 1);
    n := next;
    FOREACH letter IN ARRAY letters LOOP
      IF letter < n THEN delta := delta + 1; END IF;
      IF letter = n THEN
        q := delta; k := 36;
        LOOP
          t := CASE WHEN k <= bias THEN 1 WHEN k >= bias + 26 THEN 26 ELSE k - bias END;
          EXIT WHEN q < t;
          encoded := encoded || substr(digits, t + (q - t) % (36 - t) + 1, 1);
          q := (q - t) / (36 - t);
          k := k + 36;
        END LOOP;
        encoded := encoded || substr(digits, q + 1, 1);
        -- How far the next letter is expected to be away.
        delta := CASE WHEN is_first THEN delta / 700 ELSE delta / 2 END;
        is_first := false;
        delta := delta + delta / (handled + 1);
        k := 0;
        WHILE delta > 455 LOOP
          delta := delta / 35;
          k := k + 36;
        END LOOP;
        bias := k + 36 * delta / (delta + 38);
        delta := 0;
        handled := handled + 1;
      END IF;
    END LOOP;
    delta := delta + 1;
    n := n + 1;
  END LOOP;
  RETURN encoded;
END $$;

-- A domain as it is written in a mail: lower case, labels that are not ASCII as RFC 5891 encodes them.
CREATE OR REPLACE FUNCTION ascii_domain(domain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(CASE WHEN label ~ '[^\x01-\x7f]' THEN 'xn--' || punycode(label) ELSE label END, '.' ORDER BY at)
    FROM string_to_table(lower(normalize(translate(domain, '。．｡', '...'), NFKC)), '.') WITH ORDINALITY AS t (label, at)
$$;

-- Any e-mail address as `normal_email` returns it.
CREATE OR REPLACE FUNCTION careful_email(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  address text := btrim(given, E' \t\r\n<>');
  at int := strpos(address, '@');
BEGIN
  IF at < 2 OR at > 65 OR length(address) > 320 THEN RETURN NULL; END IF;
  IF octet_length(address) > length(address) THEN
    address := left(address, at) || ascii_domain(substr(address, at + 1));
  END IF;
  address := lower(address COLLATE "C");
  IF length(address) > 254
     OR address COLLATE "C" !~ '^[a-z0-9!#$%&''*+/=?^_`{|}~.-]+@[a-z0-9.-]+\.[a-z][a-z0-9-]*[a-z0-9]$'
     OR strpos(address, '..') > 0 OR strpos(address, '.@') > 0 OR left(address, 1) = '.'
     OR strpos(address, '@.') > 0 OR strpos(address, '@-') > 0
     OR strpos(substr(address, at), '.-') > 0 OR strpos(substr(address, at), '-.') > 0 THEN
    RETURN NULL;
  END IF;
  IF length(address) - at > 63
     AND EXISTS (SELECT FROM string_to_table(substr(address, at + 1), '.') AS label WHERE length(label) > 63) THEN
    RETURN NULL;
  END IF;
  RETURN address;
END $$;

-- An e-mail address as messages are sent to it; null for what is none. A million are read at once, so most are told to be
-- right by one pattern; the function is not strict, or it would not be inlined.
CREATE OR REPLACE FUNCTION normal_email(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(given) <= 64
                   AND given COLLATE "C" ~ '^[a-z0-9_+-]+(\.[a-z0-9_+-]+)*@([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]+[a-z]$'
              THEN given ELSE careful_email(given) END
$$;

-- A phone number as digits, after a plus where it is written with the country's code; null for what is none.
CREATE OR REPLACE FUNCTION normal_phone(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  number text := translate(given, E' \t\r\n\u00a0().-/', '');
BEGIN
  IF left(number, 2) = '00' THEN number := '+' || substr(number, 3); END IF;
  IF length(ltrim(number, '+')) NOT BETWEEN 6 AND 15 OR number COLLATE "C" !~ '^\+?[0-9]+$' THEN RETURN NULL; END IF;
  RETURN number;
END $$;

-- Either of them; null for what is neither.
CREATE OR REPLACE FUNCTION normal_address(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN strpos(given, '@') > 0 THEN normal_email(given) ELSE normal_phone(given) END
$$;

-- As before. What it calls is stable, so it is only inlined where it says so itself.
CREATE OR REPLACE FUNCTION hashed_address(secret bytea, address text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(secret || convert_to(lower(btrim(address)), 'UTF8')), 'hex')
$$;

ALTER TABLE recipient
  -- The hash of the person's other address (the phone number where this goes by e-mail), so that nobody is written to too
  -- often over two channels.
  ADD other_hash text NOT NULL DEFAULT '',
  -- The template that a script chose for this person instead of the campaign's.
  ADD template_id int REFERENCES template,
  -- Whether the next message to the person, a reminder, has been made.
  ADD is_followed boolean NOT NULL DEFAULT false;
CREATE INDEX recipient_template ON recipient (template_id) WHERE template_id IS NOT NULL;
-- Whom reminders may go to.
CREATE INDEX recipient_to_remind ON recipient (campaign_id, sent_at)
  WHERE state = 'SENT' AND NOT is_followed AND NOT answered AND NOT unsubscribed AND NOT complained AND bounce IS NULL;

-- Samples that were made or changed, for campaigns that push: noted in the write that changes them.
CREATE TABLE campaign_push (
  campaign_id int NOT NULL REFERENCES campaign ON DELETE CASCADE,
  response_id bigint NOT NULL REFERENCES response ON DELETE CASCADE,
  PRIMARY KEY (campaign_id, response_id)
);
CREATE INDEX campaign_push_response ON campaign_push (response_id);
CREATE INDEX campaign_pushing ON campaign (survey_id) WHERE campaign_type = 'PUSH' AND state IN ('STARTED', 'PAUSED');
CREATE INDEX campaign_working ON campaign (survey_id) WHERE state IN ('CREATED', 'STARTED');

-- Addresses of responses, those in answers too, by which organisations know them again.
CREATE OR REPLACE FUNCTION forget_addresses(ids bigint[]) RETURNS void LANGUAGE sql AS $$
  UPDATE suppression s SET address = NULL
   WHERE s.address IS NOT NULL AND (s.universe_id, s.address_hash) IN (
     SELECT v.universe_id, m.address_hash
       FROM recipient m JOIN response r ON r.id = m.response_id JOIN survey v ON v.id = r.survey_id
      WHERE r.id = ANY (ids) AND m.address_hash <> ''
     UNION
     SELECT v.universe_id, hashed_address(k.secret, n.address)
       FROM response r JOIN survey v ON v.id = r.survey_id JOIN sending_secret k ON k.universe_id = v.universe_id
      CROSS JOIN LATERAL (
        SELECT normal_address(e.value) AS address FROM jsonb_each_text(r.contact || r.answers) AS e
         WHERE length(e.value) BETWEEN 6 AND 320) n
      WHERE r.id = ANY (ids) AND n.address IS NOT NULL)
$$;

-- Erases responses with all that belongs to them. Of their addresses a hash is left with those that want no messages.
CREATE OR REPLACE FUNCTION erase_responses(ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM forget_alert_mails(ids);
  PERFORM forget_addresses(ids);
  DELETE FROM notice n USING alert a
   WHERE a.response_id = ANY (ids) AND n.object_kind = 'alert' AND n.object_id = a.id;
  DELETE FROM response WHERE id = ANY (ids);
END $$;

-- Removes from responses who gave them, as before, and the addresses they were written to; what waits for them is not sent.
CREATE OR REPLACE FUNCTION anonymise_responses(ids bigint[], variables text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE kept bigint[]; keys bigint[];
BEGIN
  PERFORM forget_alert_mails(ids);
  PERFORM forget_addresses(ids);
  DELETE FROM response_comment WHERE response_id = ANY (ids);
  DELETE FROM response_change WHERE response_id = ANY (ids);
  DELETE FROM response_record WHERE response_id = ANY (ids);
  DELETE FROM import_image WHERE response_id = ANY (ids);
  DELETE FROM share WHERE response_id = ANY (ids);
  UPDATE alert_log l SET comment = '' FROM alert a
   WHERE a.id = l.alert_id AND a.response_id = ANY (ids) AND l.comment <> '';
  DELETE FROM alert_answer w USING alert a
   WHERE a.id = w.alert_id AND a.response_id = ANY (ids) AND w.value IS NOT NULL;
  UPDATE recipient_event e SET details = '{}' FROM recipient m
   WHERE m.id = e.recipient_id AND m.response_id = ANY (ids) AND e.details <> '{}';
  UPDATE recipient m
     SET address = '', language = '', run_token = NULL, lease_until = NULL,
         state = CASE m.state WHEN 'PENDING' THEN 'FAILED' WHEN 'SENDING' THEN 'UNKNOWN' ELSE m.state END,
         reason = CASE WHEN m.state = 'PENDING' THEN jsonb_build_object(
                    'text', 'The respondent was anonymised before this was sent.',
                    'template', 'The respondent was anonymised before this was sent.', 'values', '[]'::jsonb) END,
         updated_at = now()
   WHERE m.response_id = ANY (ids);
  SELECT array_agg(id), array_agg(record_key) INTO kept, keys FROM response WHERE id = ANY (ids);
  UPDATE response
     SET contact = '{}', foreign_id = NULL, answers = answers - variables, version = version + 1, updated_at = now()
   WHERE id = ANY (ids);
  -- Alone, because a trigger renews the key whenever answers are set.
  UPDATE response r SET record_key = k.key FROM unnest(kept, keys) AS k (id, key) WHERE r.id = k.id;
END $$;
