-- Names are compared without case, also where two people are added at the same moment. An installation that has two names
-- already which differ by case alone keeps them, and the index that it has.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM app_user GROUP BY lower(username) HAVING count(*) > 1) THEN
    DROP INDEX app_user_name;
    CREATE UNIQUE INDEX app_user_name ON app_user (lower(username));
  END IF;
END
$$;
