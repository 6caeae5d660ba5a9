-- Choosing people and telling addresses apart.

-- Digits of a label as RFC 3492 encodes what is not ASCII.
CREATE FUNCTION punycode(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
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
CREATE FUNCTION ascii_domain(domain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(CASE WHEN label ~ '[^\x01-\x7f]' THEN 'xn--' || punycode(label) ELSE label END, '.' ORDER BY at)
    FROM string_to_table(lower(normalize(translate(domain, '。．｡', '...'), NFKC)), '.') WITH ORDINALITY AS t (label, at)
$$;

-- An e-mail address as messages are sent to it; null for what is none.
CREATE FUNCTION normal_email(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  address text := btrim(given, E' \t\r\n<>');
  at int;
BEGIN
  IF address ~ '[^\x01-\x7f]' THEN
    at := strpos(address, '@');
    IF at = 0 OR length(address) > 320 THEN RETURN NULL; END IF;
    address := left(address, at) || ascii_domain(substr(address, at + 1));
  END IF;
  address := lower(address);
  IF address ~ '^[a-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$'
     AND length(address) <= 254 AND strpos(address, '@') <= 65 THEN
    RETURN address;
  END IF;
  RETURN NULL;
END $$;

-- A phone number as digits, after a plus where it is written with the country's code; null for what is none.
CREATE FUNCTION normal_phone(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  number text := regexp_replace(given, '[\s().\-/]', '', 'g');
BEGIN
  IF number LIKE '00%' THEN number := '+' || substr(number, 3); END IF;
  RETURN CASE WHEN number ~ '^\+?[0-9]{6,15}$' THEN number END;
END $$;

-- Either of them; null for what is neither.
CREATE FUNCTION normal_address(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN strpos(given, '@') > 0 THEN normal_email(given) ELSE normal_phone(given) END
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
