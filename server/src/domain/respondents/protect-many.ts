import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { asideName } from '#server/domain/imports/aside-name.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { rememberErasedKeys } from './erased-keys.ts'
import { removeKeptCopies } from './kept-copies.ts'

/** Responses that are changed in one write: short enough for others to go on in between. */
const batch = 500

/** All responses of some event dates; no date is no bound. */
export interface Days {
  from: string | null
  to: string | null
}

/** What anonymising removes of answers, and what it leaves although it is marked. */
export interface Anonymised {
  removed: readonly Question[]
  /** Of an anonymous survey: what published figures may count stays, for they never change. */
  kept: readonly Question[]
}

/**
 * Questions whose answers anonymising removes: those marked `anonymizable`, and the texts that are the respondent's
 * contact. In an anonymous survey texts alone.
 */
export function anonymisedQuestions({ questions, config, anonymity }: SurveyModel): Anonymised {
  const contact = new Set(Object.values(config.respondent))
  const marked = [...questions.values()].filter(
    ({ anonymizable, variable, type }) => anonymizable || (type === 'text' && contact.has(variable)),
  )
  if (anonymity === null) return { removed: marked, kept: [] }
  return { removed: marked.filter(isText), kept: marked.filter((question) => !isText(question)) }
}

function isText({ type }: Question): boolean {
  return type === 'text'
}

/** Names under which the answers to these questions are stored. */
function storedNames({ removed }: Anonymised): string[] {
  return removed.flatMap(({ variable }) => [variable, asideName(variable)])
}

/** Responses (`r`) of a survey with event dates in some days. */
export function ofDays(surveyId: number, { from, to }: Days): RawBuilder<boolean> {
  return sql<boolean>`(r.survey_id = ${surveyId}
    and r.event_date >= ${from ?? '-infinity'}::date and r.event_date <= ${to ?? 'infinity'}::date)`
}

/** Responses (`r`) in which there is still something to anonymise. */
function namesSomebody(variables: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(r.contact <> '{}' or r.foreign_id is not null or r.answers ?| ${[...variables]}::text[]
    or exists (select from response_comment c where c.response_id = r.id)
    or exists (select from response_change c where c.response_id = r.id)
    or exists (select from response_record c where c.response_id = r.id)
    or exists (select from import_image i where i.response_id = r.id)
    or exists (select from share s where s.response_id = r.id)
    or exists (select from alert a join alert_log l on l.alert_id = a.id
                where a.response_id = r.id and l.comment <> '')
    or exists (select from alert a join alert_answer w on w.alert_id = a.id
                where a.response_id = r.id and w.value is not null))`
}

/** How many responses of some days there still are to anonymise, or to erase. */
export async function countToProtect(
  { db }: Pick<Ctx, 'db'>,
  model: SurveyModel,
  act: 'anonymise' | 'erase',
  days: Days,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from response r where ${ofDays(model.id, days)} and ${isMeant(model, act)}`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

function isMeant(model: SurveyModel, act: 'anonymise' | 'erase'): RawBuilder<boolean> {
  return act === 'erase' ? sql<boolean>`true` : namesSomebody(storedNames(anonymisedQuestions(model)))
}

/**
 * Anonymises or erases responses of some days, some at a time, each in a write of its own: figures, files and copies
 * follow, an import skips their foreign ids, and a restored backup does it again. Calls `onBatch` with the number of responses after each. What is done
 * already is skipped, so it can be stopped and begun again. Returns how many were changed. Not for erasing responses of
 * an anonymous survey, whose figures would change.
 */
export async function protectMany(
  ctx: Ctx,
  model: SurveyModel,
  {
    act,
    days,
    signal,
    onBatch,
  }: {
    act: 'anonymise' | 'erase'
    days: Days
    signal: AbortSignal
    onBatch: (count: number) => void
  },
): Promise<number> {
  if (act === 'erase' && model.anonymity !== null) throw new Error('responses of an anonymous survey are not erased')
  let changed = 0
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const ids = await write(ctx, (tx) => protectBatch(tx, model, act, days, after))
    const last = ids.at(-1)
    if (last === undefined) return changed
    after = last
    changed += ids.length
    onBatch(ids.length)
  }
}

async function protectBatch(
  tx: WriteTx<Ctx>,
  model: SurveyModel,
  act: 'anonymise' | 'erase',
  days: Days,
  after: number,
): Promise<number[]> {
  const { db } = tx
  const found = await sql`
    select from response r where ${ofDays(model.id, days)} and r.id > ${after} and ${isMeant(model, act)}
     order by r.id limit 1`.execute(db)
  if (found.rows.length === 0) return []
  await removeKeptCopies(tx, model.id)
  const { rows } = await sql<{ id: number; foreignId: string | null }>`
    select r.id, r.foreign_id as "foreignId" from response r
     where ${ofDays(model.id, days)} and r.id > ${after} and ${isMeant(model, act)}
     order by r.id limit ${sql.lit(batch)} for update of r`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [first] = ids
  const last = ids.at(-1)
  if (first === undefined || last === undefined) return []
  const variables = act === 'anonymise' ? storedNames(anonymisedQuestions(model)) : []
  await db
    .insertInto('erasure')
    .values({
      survey_id: model.id,
      act,
      first_id: first,
      last_id: last,
      from_day: days.from,
      to_day: days.to,
      variables,
    })
    .execute()
  await rememberErasedKeys(
    tx,
    model.id,
    rows.flatMap(({ foreignId }) => foreignId ?? []),
  )
  await (
    act === 'erase'
      ? sql`select erase_responses(${ids}::bigint[])`
      : sql`select anonymise_responses(${ids}::bigint[], ${variables}::text[])`
  ).execute(db)
  await tx.changed(model.id, ids)
  return ids
}
