import type pg from 'pg'

/** Tables that hold what was erased. */
const tables = ['erasure', 'erased_key', 'erased_key_secret'] as const

/**
 * Sets aside, until the transaction ends, what the database that is about to be replaced has erased, with the moment at
 * which each survey was made: in the backup of another installation, the same number is another survey.
 */
export async function carryErasures(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(`SELECT to_regclass('erasure') IS NOT NULL AS made`)
  if (!rows[0]?.made) return
  for (const table of tables)
    await client.query(`
      CREATE TEMP TABLE carried_${table} ON COMMIT DROP AS
      SELECT t.*, s.created_at AS survey_made FROM ${table} t JOIN survey s ON s.id = t.survey_id`)
}

/**
 * Erases in the restored database what was erased since the backup, and has imports go on skipping the same foreign ids.
 * Returns how many responses were reached.
 */
export async function eraseAgain(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ made: boolean }>(`SELECT to_regclass('carried_erasure') IS NOT NULL AS made`)
  if (!rows[0]?.made) return 0
  // The keys are those of the secret they were made with: both are taken together.
  await client.query(`
    DELETE FROM erased_key k USING carried_erased_key_secret c, survey s
     WHERE c.survey_id = k.survey_id AND s.id = c.survey_id AND s.created_at = c.survey_made
       AND c.secret <> (SELECT secret FROM erased_key_secret o WHERE o.survey_id = k.survey_id)`)
  await client.query(`
    INSERT INTO erased_key_secret (survey_id, secret)
    SELECT c.survey_id, c.secret FROM carried_erased_key_secret c JOIN survey s
        ON s.id = c.survey_id AND s.created_at = c.survey_made
    ON CONFLICT (survey_id) DO UPDATE SET secret = excluded.secret`)
  await client.query(`
    INSERT INTO erased_key (survey_id, key_hash)
    SELECT c.survey_id, c.key_hash FROM carried_erased_key c JOIN survey s
        ON s.id = c.survey_id AND s.created_at = c.survey_made
    ON CONFLICT DO NOTHING`)
  const { rows: since } = await client.query<{ id: number }>(`
    INSERT INTO erasure (survey_id, act, response_hash, first_id, last_id, from_day, to_day, variables, done_at)
    SELECT c.survey_id, c.act, c.response_hash, c.first_id, c.last_id, c.from_day, c.to_day, c.variables, c.done_at
      FROM carried_erasure c JOIN survey s ON s.id = c.survey_id AND s.created_at = c.survey_made
     WHERE NOT EXISTS (SELECT FROM erasure e WHERE e.survey_id = c.survey_id AND e.act = c.act
                          AND e.done_at = c.done_at AND e.first_id IS NOT DISTINCT FROM c.first_id
                          AND e.response_hash IS NOT DISTINCT FROM c.response_hash)
     ORDER BY c.id
    RETURNING id`)
  const { rows: reached } = await client.query<{ n: number }>('SELECT reapply_erasures($1::bigint[]) AS n', [
    since.map(({ id }) => id),
  ])
  return reached[0]?.n ?? 0
}
