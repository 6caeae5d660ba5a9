import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { asideName, leftOutState } from '../load/row-reader.ts'
import { missingCodes } from '../profile/missing-words.ts'
import type { Choice, Doubt } from './doubt.ts'

type Condition = RawBuilder<boolean>

/** What a decision does to a survey's responses: which of them it changes, and what becomes of them. */
interface Rewrite {
  where: Condition
  set: RawBuilder<unknown>
}

/**
 * Rewrites the answers of a survey as if it had been imported with the choice. One statement; responses that an
 * anonymous survey has counted are final and stay as they are. Returns the number of responses that changed.
 */
export async function rewriteAnswers(
  db: Kysely<Database>,
  surveyId: number,
  doubt: Doubt,
  choice: Choice,
): Promise<number> {
  const { where, set } = rewriteOf(doubt, choice)
  const result = await sql`
    update response set ${set}, version = version + 1, updated_at = now()
     where survey_id = ${surveyId} and not released and ${where}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

/** Whether a survey has final responses that the doubt is about. */
export async function hasFinalAnswers(db: Kysely<Database>, surveyId: number, doubt: Doubt): Promise<boolean> {
  const ways = doubtedBy(doubt)
  const result = await sql<{ found: boolean }>`
    select exists (select from response where survey_id = ${surveyId} and released and (${sql.join(ways, sql` or `)})) as found`.execute(
    db,
  )
  return result.rows[0]?.found ?? false
}

function doubtedBy(doubt: Doubt): Condition[] {
  switch (doubt.kind) {
    case 'below':
    case 'above':
      return [rewriteOf(doubt, 'blank').where, rewriteOf(doubt, 'counted').where]
    case 'dates':
      return [rewriteOf(doubt, 'left-out').where, rewriteOf(doubt, 'kept').where]
    case 'personal':
      return [rewriteOf(doubt, 'hidden').where, rewriteOf(doubt, 'shown').where]
    case 'codes':
      return [sql`jsonb_exists(answers, ${doubt.variable})`]
  }
}

function rewriteOf(doubt: Doubt, choice: Choice): Rewrite {
  const { variable } = doubt
  const answer = sql`answers->${variable}::text`
  const aside = sql`answers->${asideName(variable)}::text`
  switch (choice) {
    case 'blank':
      return { where: isDoubted(doubt, variable), set: outOf(variable, sql`to_jsonb(answers->>${variable}::text)`) }
    case 'counted':
      return {
        where: isDoubted(doubt, asideName(variable)),
        set: into(variable, sql`to_jsonb((answers->>${asideName(variable)}::text)::numeric)`),
      }
    case 'left-out':
      return {
        where: sql<boolean>`state = 0 and jsonb_exists(answers, ${variable}) and ${isFar(doubt)}`,
        set: sql`state = ${leftOutState}, ${outOf(variable, answer)}`,
      }
    case 'kept':
      return {
        where: sql<boolean>`state = ${leftOutState} and jsonb_exists(answers, ${asideName(variable)}) and ${isFar(doubt)}`,
        set: sql`state = 0, ${into(variable, aside)}`,
      }
    case 'hidden':
      return { where: sql<boolean>`jsonb_exists(answers, ${variable})`, set: outOf(variable, answer) }
    case 'shown':
      return { where: isHiddenAnswer(doubt, aside), set: into(variable, aside) }
    case 'choices':
      return {
        where: sql<boolean>`jsonb_typeof(${answer}) = 'number'`,
        set: changed(variable, sql`to_jsonb(answers->>${variable}::text)`),
      }
    case 'number':
      return {
        where: sql<boolean>`jsonb_typeof(${answer}) = 'string'`,
        set: changed(variable, sql`to_jsonb((answers->>${variable}::text)::numeric)`),
      }
  }
}

/** Moves an answer beside the answers. */
function outOf(variable: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`answers = (answers - ${variable}::text) || jsonb_build_object(${asideName(variable)}::text, ${value})`
}

/** Moves what is kept beside the answers back among them. */
function into(variable: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`answers = (answers - ${asideName(variable)}::text) || jsonb_build_object(${variable}::text, ${value})`
}

function changed(variable: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`answers = answers || jsonb_build_object(${variable}::text, ${value})`
}

/** Whether what is stored under a key is a number outside the scale, on the doubted side. */
function isDoubted(doubt: Doubt, key: string): Condition {
  if (doubt.kind !== 'below' && doubt.kind !== 'above') return sql<boolean>`false`
  const number = sql`(answers->>${key}::text)::float8`
  const isFar = doubt.kind === 'below' ? sql`${number} < ${doubt.min}::float8` : sql`${number} > ${doubt.max}::float8`
  // The order matters: only what looks like a number may be cast.
  return sql<boolean>`case when answers->>${key}::text ~ ${numberPattern}
                          then ${isFar} and ${number} <> all(${[...missingCodes]}::float8[]) else false end`
}

/** A number as it is kept beside the answers. */
export const numberPattern = '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$'

function isFar(doubt: Doubt): Condition {
  if (doubt.kind !== 'dates') return sql<boolean>`false`
  // A comparison with null is not true.
  return sql<boolean>`(event_date <= ${doubt.before}::date or event_date >= ${doubt.after}::date) is true`
}

const jsonTypes = { single: 'string', text: 'string', multiple: 'array', numeric: 'number' }

/** A hidden answer has the type of the question; what is kept of a cell that could not be read is a text. */
function isHiddenAnswer(doubt: Doubt, aside: RawBuilder<unknown>): Condition {
  if (doubt.kind !== 'personal') return sql<boolean>`false`
  return sql<boolean>`jsonb_typeof(${aside}) = ${jsonTypes[doubt.type]}`
}
