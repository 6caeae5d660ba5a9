import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>

/** A stored form of an answer: a number, a text, or a list of texts. */
export type AnswerForm = 'number' | 'text' | 'list'

/** What is known of the answers to a question that get another form. */
interface Asked {
  surveyId: number
  variable: string
}

const numberShape = String.raw`^-?\d+(\.\d+)?$`
const dateShape = String.raw`^\d{4}-\d\d-\d\d$`

/** The answer as text; a list is null. */
function textOf(variable: string): RawBuilder<string | null> {
  return sql`case when jsonb_typeof(answers->${variable}::text) in ('string', 'number') then answers->>${variable}::text end`
}

/** The number that an answer is; null where it is none. */
function numberOf(variable: string): RawBuilder<number | null> {
  return sql`case when ${textOf(variable)} ~ ${numberShape} then (${textOf(variable)})::numeric end`
}

/** How many answers are no numbers, or lie outside a scale, with the kinds of up to three of them. */
export async function misfitsOfNumbers(
  db: Db,
  { surveyId, variable }: Asked,
  scale: { min: number; max: number } | null,
): Promise<{ notNumbers: number; outside: number; kinds: string[] }> {
  const value = numberOf(variable)
  const isOutside = scale ? sql`(${value} < ${scale.min} or ${value} > ${scale.max})` : sql`false`
  const { rows } = await sql<{ words: number; dates: number; lists: number; mixed: number; outside: number }>`
    select count(*) filter (where jsonb_typeof(a) = 'array') as lists,
           count(*) filter (where ${value} is null and t ~ ${dateShape}) as dates,
           count(*) filter (where ${value} is null and t !~ ${dateShape} and t ~ '[0-9]') as mixed,
           count(*) filter (where ${value} is null and t !~ '[0-9]') as words,
           count(*) filter (where ${isOutside}) as outside
      from response, lateral (select answers->${variable}::text as a, ${textOf(variable)} as t) answer
     where survey_id = ${surveyId} and answers ? ${variable}`.execute(db)
  const { words = 0, dates = 0, lists = 0, mixed = 0, outside = 0 } = rows[0] ?? {}
  const kinds = [
    ...(words > 0 ? ['words'] : []),
    ...(mixed > 0 ? ['words with digits'] : []),
    ...(dates > 0 ? ['dates'] : []),
    ...(lists > 0 ? ['several answers at once'] : []),
  ]
  return { notNumbers: words + dates + lists + mixed, outside, kinds: kinds.slice(0, 3) }
}

/** How many answers are no dates. */
export async function countNoDates(db: Db, { surveyId, variable }: Asked): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from response
     where survey_id = ${surveyId} and answers ? ${variable}
       and (${textOf(variable)} is null or not pg_input_is_valid(${textOf(variable)}, 'date') or ${textOf(variable)} !~ ${dateShape})`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** How many answers consist of several choices. */
export async function countSeveral(db: Db, { surveyId, variable }: Asked): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from response
     where survey_id = ${surveyId} and jsonb_typeof(answers->${variable}::text) = 'array'
       and jsonb_array_length(answers->${variable}::text) > 1`.execute(db)
  return rows[0]?.n ?? 0
}

/** The different answers as names of choices, at most `most` of them. */
export async function readDifferent(db: Db, { surveyId, variable }: Asked, most: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct ${nameOf(variable)} as name from response
     where survey_id = ${surveyId} and answers ? ${variable} and ${nameOf(variable)} is not null
     limit ${most}`.execute(db)
  return rows.map(({ name }) => name)
}

/** What a choice made of the answer is called: `3` for the number 3.0. */
function nameOf(variable: string): RawBuilder<string | null> {
  return sql`case jsonb_typeof(answers->${variable}::text)
    when 'number' then trim_scale((answers->>${variable}::text)::numeric)::text
    when 'string' then answers->>${variable}::text end`
}

/** Gives all answers to a question another form, whose fit is checked before. */
export async function convertAnswers(db: Db, { surveyId, variable }: Asked, form: AnswerForm): Promise<void> {
  const answer = sql`answers->${variable}::text`
  const forms: Record<AnswerForm, RawBuilder<unknown>> = {
    number: sql`to_jsonb(${numberOf(variable)})`,
    text: sql`case jsonb_typeof(${answer}) when 'array' then ${answer}->0 else to_jsonb(${nameOf(variable)}) end`,
    list: sql`case jsonb_typeof(${answer}) when 'array' then ${answer} else jsonb_build_array(${nameOf(variable)}) end`,
  }
  // Answers with nothing in them are no answers.
  await sql`
    update response set answers = case when ${forms[form]} is null then answers - ${variable}::text
                                       else jsonb_set(answers, array[${variable}::text], ${forms[form]}) end
     where survey_id = ${surveyId} and answers ? ${variable}`.execute(db)
}
