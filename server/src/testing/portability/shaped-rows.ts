import type pg from 'pg'

/** Copies of each row in `multiplyRows`. */
const copies = 80

/**
 * Stores more rows like the existing ones, with other days and numbers: more than engines sample for approximate
 * functions.
 */
export async function multiplyRows(pool: pg.Pool, surveyId: number): Promise<void> {
  await pool.query(
    `insert into response (survey_id, state, event_date, answers, unit_ids)
     select survey_id, state, event_date + copy,
            case when answers ? 'wait'
                 then jsonb_set(answers, '{wait}', to_jsonb((answers->>'wait')::float8 + copy / 128.0::float8))
                 else answers end,
            unit_ids
       from response, generate_series(1, $2::int) copy where survey_id = $1`,
    [surveyId, copies],
  )
}

/** Makes one unit of two levels go on from another one since a day, as a move on that day does. */
export async function succeedUnit(
  pool: pg.Pool,
  surveyId: number,
  { from, to, since }: { from: readonly [string, string]; to: readonly [string, string]; since: string },
): Promise<void> {
  const { rowCount } = await pool.query(
    `with place as (select leaf.id, array[top.ext_name, leaf.ext_name] as names
       from unit leaf join unit top on top.id = leaf.parent_id join view on view.id = leaf.view_id where survey_id = $1)
     update unit set succeeds_id = case when id = after then before end,
                     valid_from = case when id = after then $4::date end,
                     valid_to = case when id = before then $4::date - 1 end
       from (select (select id from place where names = $2) as before, (select id from place where names = $3) as after) two
      where id in (before, after)`,
    [surveyId, from, to, since],
  )
  if (rowCount !== 2) throw new Error('There are no such units')
}

/** Stores alerts of every state, some interviews having several, with and without due times, reasons and reopening. */
export async function storeAlerts(pool: pg.Pool, surveyId: number): Promise<void> {
  await pool.query(
    `insert into alert (survey_id, response_id, rule, state, created_at, handled_at, closed_at, due_at, reopened)
     select survey_id, id, 'rule' || alert_state, alert_state, raised,
            case when alert_state <> 2 then raised + id % 31 * interval '37 minutes' end,
            case when alert_state = 3 then raised + id % 41 * interval '101 minutes' end,
            case when id % 3 <> 0 then raised + id % 13 * interval '1 day' end,
            case when alert_state <> 2 then id % 4 / 3 else 0 end
       from response, unnest(array[2, 3, 6]) with ordinality as kind (alert_state, place),
            lateral (select now() - interval '7 days' as raised) as at
      where survey_id = $1 and id % (5 + 2 * place) = 0`,
    [surveyId],
  )
  await pool.query(
    `insert into alert_answer (alert_id, question, choice)
     select id, 'cause', id % 4 from alert where survey_id = $1 and state <> 2`,
    [surveyId],
  )
}

/** Stores judgements of comments: of every kind, in several categories, and none of some. */
export async function storeJudgements(pool: pg.Pool, surveyId: number): Promise<void> {
  await pool.query(
    `insert into comment_judgement (response_id, question_id, survey_id, lang, label, score, categories, engine, text_hash)
     select r.id, q.id, r.survey_id, 'en', (array['pos', 'neg', 'neu', null])[1 + r.id % 4], 0,
            case r.id % 3 when 0 then '[]'
                 when 1 then '[{"id":"staff","label":"pos","spans":[]},{"id":"staff/manner","label":"neg","spans":[]}]'
                 else '[{"id":"waiting","label":"neg","spans":[]},{"id":"gone","label":"neu","spans":[]}]' end::jsonb, '', ''
       from response r join question q on q.survey_id = r.survey_id and q.variable = 'comment'
      where r.survey_id = $1 and r.answers ? 'comment' and r.id % 5 <> 0`,
    [surveyId],
  )
}

/** Stores a campaign with sendings in every state; returns its id. */
export async function storeSendings(pool: pg.Pool, surveyId: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into campaign (survey_id, ext_name, title, sending_type) values ($1, 'c', 'C', 'EMAIL') returning id`,
    [surveyId],
  )
  const id = rows[0]?.id ?? 0
  await pool.query(
    `insert into recipient (campaign_id, response_id, state, unsubscribed, opened_at, clicked_at, answered, bounce)
     select $2, id, (array['SENT', 'PENDING', 'FAILED', 'UNKNOWN', 'SENDING'])[1 + id % 5], id % 11 = 0,
            case when id % 3 = 0 then now() end, case when id % 6 = 0 then now() end,
            id % 7 = 0, case when id % 13 = 0 then 'hard' end
       from response where survey_id = $1 and id % 4 <> 0`,
    [surveyId, id],
  )
  return id
}
