-- What was learnt from the rated comments of a named survey: weights of words that at least two comments have, and how well
-- that judges comments it was not learnt from. It holds no comment.
CREATE TABLE comment_model (
  survey_id int PRIMARY KEY REFERENCES survey ON DELETE CASCADE,
  -- Names what was learnt, also in the judgements made by it; null with its weights where there were too few comments.
  learnt text,
  -- The weights, deflated, and the one of all comments.
  weights bytea,
  bias double precision NOT NULL,
  -- The word lists whose judgements are among what it was learnt from: it can only judge beside the same.
  lexicon_version text NOT NULL,
  -- The questions whose answers are the ratings.
  ratings text[] NOT NULL,
  -- Rated comments and corrections there were; new ones are a reason to learn again.
  n_rated int NOT NULL,
  n_corrected int NOT NULL,
  -- Of those learnt from: comments with a good and with a bad rating or correction.
  n_good int NOT NULL,
  n_bad int NOT NULL,
  -- Comments kept apart, and the shares of them that the word lists and what was learnt told rightly.
  n_apart int NOT NULL,
  lexicon_share double precision NOT NULL,
  learnt_share double precision NOT NULL,
  learnt_at timestamptz NOT NULL,
  CHECK ((learnt IS NULL) = (weights IS NULL))
);
