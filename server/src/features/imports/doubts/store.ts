import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { planFromJson, planToJson } from '../plan/plan-record.ts'
import type { PlanRecord } from '../plan/plan-record.ts'
import type { Decider } from './decider.ts'
import { choiceOf, choicesOf } from './doubt.ts'
import type { Choice, Doubt } from './doubt.ts'

type Db = Kysely<Database>

/** A doubt of a survey, and how it is decided. */
export interface StoredDoubt {
  doubt: Doubt
  chosen: Choice
  /** Null while open. */
  decided: (Decider & { at: Date }) | null
  version: number
}

/** A survey's doubts, by variable and kind. */
export async function readDoubts(db: Db, surveyId: number): Promise<StoredDoubt[]> {
  const rows = await db
    .selectFrom('survey_doubt')
    .selectAll()
    .where('survey_id', '=', surveyId)
    .orderBy('variable')
    .orderBy('kind')
    .execute()
  return rows.map(
    ({ kind, variable, facts, chosen, decided_by: by, decided_through: through, decided_at: at, version }) => ({
      doubt: { ...facts, kind, variable } as Doubt,
      chosen: choiceOf(kind, chosen) ?? choicesOf[kind][0],
      decided: by !== null && through !== null && at ? { by, through, at } : null,
      version,
    }),
  )
}

/**
 * Adds doubts to a survey, or gives known ones new facts and, if somebody decides now, their new choice. `decider` is
 * null for a doubt that nobody decides now.
 */
export async function saveDoubts(
  db: Db,
  surveyId: number,
  doubts: readonly { doubt: Doubt; chosen: Choice; decider: Decider | null }[],
): Promise<void> {
  const rows = doubts.map(({ doubt: { kind, variable, ...facts }, chosen, decider }) => ({
    kind,
    variable,
    facts,
    chosen,
    ...decider,
  }))
  if (rows.length === 0) return
  await sql`
    insert into survey_doubt as old (survey_id, kind, variable, facts, chosen, decided_by, decided_through, decided_at)
    select ${surveyId}::int, d.kind, d.variable, d.facts, d.chosen, d.by, d.through, case when d.by is not null then now() end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) 
        as d(kind text, variable text, facts jsonb, chosen text, by text, through text)
    on conflict (survey_id, kind, variable) do update
       set facts = excluded.facts,
           chosen = case when excluded.decided_by is null then old.chosen else excluded.chosen end,
           decided_by = coalesce(excluded.decided_by, old.decided_by),
           decided_through = coalesce(excluded.decided_through, old.decided_through),
           decided_at = coalesce(excluded.decided_at, old.decided_at),
           version = old.version + 1`.execute(db)
}

/** Decides doubts alike. False if the version of one of them is another one; the caller then rolls back. */
export async function saveDecisions(
  db: Db,
  surveyId: number,
  decided: readonly Pick<StoredDoubt, 'doubt' | 'version'>[],
  decision: Decider & { choice: Choice },
): Promise<boolean> {
  const rows = decided.map(({ doubt: { kind, variable }, version }) => ({ kind, variable, version }))
  const result = await sql`
    update survey_doubt d
       set chosen = ${decision.choice}, decided_by = ${decision.by}, decided_through = ${decision.through},
           decided_at = now(), version = d.version + 1
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(kind text, variable text, version int)
     where d.survey_id = ${surveyId} and d.kind = w.kind and d.variable = w.variable and d.version = w.version`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0) === decided.length
}

/** What is kept of a survey's imports; null for a survey that was not made by an import. */
export async function readPlanRecord(db: Db, surveyId: number): Promise<PlanRecord | null> {
  const row = await db.selectFrom('import_plan').select('plan').where('survey_id', '=', surveyId).executeTakeFirst()
  return row ? planFromJson(row.plan) : null
}

/** Keeps what is needed of a survey's imports. */
export async function savePlanRecord(db: Db, surveyId: number, record: PlanRecord): Promise<void> {
  const plan = planToJson(record)
  await db
    .insertInto('import_plan')
    .values({ survey_id: surveyId, plan })
    .onConflict((conflict) => conflict.column('survey_id').doUpdateSet({ plan }))
    .execute()
}
