import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { asideName } from '#server/domain/imports/aside-name.ts'
import { leftOutState, noDate } from '../load/row-reader.ts'
import { missingCodes } from '../profile/missing-words.ts'
import { moveOf, numberPattern } from './answer-moves.ts'
import type { Move } from './answer-moves.ts'
import { choicesOf, doubtId, isOfResponses } from './doubt.ts'
import type { Choice, Doubt, ResponseDoubt } from './doubt.ts'

type Db = Kysely<Database>
type AnswerDoubt = Exclude<Doubt, ResponseDoubt>

/**
 * Rewrites the answers of a survey as if it had been imported with the choice for these doubts of one kind. What is
 * hidden is removed from the contact as well, where the sample page has put it. One statement for all of them; responses
 * that an anonymous survey has counted are final and stay as they are. Returns the number of responses that changed for
 * each doubt, by its id. The survey and its responses must be locked: answers are read, and written afterwards.
 */
export async function rewriteAnswers(
  db: Db,
  surveyId: number,
  doubts: readonly Doubt[],
  choice: Choice,
): Promise<Map<string, number>> {
  const changed = await moveAnswers(
    db,
    surveyId,
    doubts.filter((doubt) => !isOfResponses(doubt)),
    choice,
  )
  for (const doubt of doubts)
    if (isOfResponses(doubt)) changed.set(doubtId(doubt), await moveResponses(db, surveyId, doubt, choice))
  return changed
}

/** The ids of the doubts that a survey has final responses about. */
export async function readFinalDoubts(
  db: Db,
  surveyId: number,
  doubts: readonly Doubt[],
): Promise<ReadonlySet<string>> {
  const released = db.selectFrom('response').where('survey_id', '=', surveyId).where('released', '=', true)
  if (!(await released.select('id').limit(1).executeTakeFirst())) return new Set()
  const moves = doubts.flatMap((doubt) =>
    isOfResponses(doubt) ? [] : choicesOf[doubt.kind].map((choice) => moveOf(doubt, choice)),
  )
  const moved = await sql<{ doubt: string }>`
    select distinct m.doubt
      from ${movable(moves)}
     where r.survey_id = ${surveyId} and r.released and ${isMoved}`.execute(db)
  const final = new Set(moved.rows.map(({ doubt }) => doubt))
  for (const doubt of doubts)
    if (isOfResponses(doubt)) {
      const ways = choicesOf[doubt.kind].map((choice) => wayOf(doubt, choice).where)
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from response where survey_id = ${surveyId} and released and (${sql.join(ways, sql` or `)})) as found`.execute(
        db,
      )
      if (rows[0]?.found) final.add(doubtId(doubt))
    }
  return final
}

async function moveAnswers(
  db: Db,
  surveyId: number,
  doubts: readonly AnswerDoubt[],
  choice: Choice,
): Promise<Map<string, number>> {
  if (doubts.length === 0) return new Map()
  // What is published meanwhile is final: the update looks at that again, with the row locked.
  const { rows } = await sql<{ doubt: string; responses: number }>`
    with moved as materialized (
      select r.id, m.doubt, m.source, m.target,
             case m.form when 'text' then to_jsonb(e.value #>> '{}')
                         when 'number' then to_jsonb((e.value #>> '{}')::numeric)
                         else e.value end as value
        from ${movable(doubts.map((doubt) => moveOf(doubt, choice)))}
       where r.survey_id = ${surveyId} and not r.released and ${isMoved}
    ), done as (
      update response r
         set answers = (r.answers - all_of.sources) || all_of.targets,
             contact = (select coalesce(jsonb_object_agg(c.key, c.value), '{}')
                          from jsonb_each(r.contact) c where c.value <> all(all_of.hidden)),
             version = version + 1, updated_at = now()
        from (select id, array_agg(source) as sources, jsonb_object_agg(target, value) as targets,
                     coalesce(array_agg(value) filter (where ${choice === 'hidden'}), '{}') as hidden
                from moved group by id) all_of
       where r.id = all_of.id and not r.released
       returning r.id
    )
    select moved.doubt, count(*)::int as responses from moved join done on done.id = moved.id group by moved.doubt`.execute(
    db,
  )
  return new Map(rows.map(({ doubt, responses }) => [doubt, responses]))
}

/** Responses `r` with each answer `e` that one of the moves `m` is about. */
function movable(moves: readonly Move[]): RawBuilder<unknown> {
  return sql`response r
       cross join lateral jsonb_each(r.answers) as e(key, value)
       join jsonb_to_recordset(${JSON.stringify(moves)}::jsonb)
         as m(doubt text, source text, target text, form text, type text, below float8, above float8) on m.source = e.key`
}

// The order matters: only what looks like a number may be cast.
const isMoved = sql<boolean>`
  (m.type is null or jsonb_typeof(e.value) = m.type)
  and case when m.below is null and m.above is null then true
           when e.value #>> '{}' ~ ${numberPattern}
           then ((e.value #>> '{}')::float8 < m.below or (e.value #>> '{}')::float8 > m.above) is true
                and (e.value #>> '{}')::float8 <> all(${[...missingCodes]}::float8[])
           else false end`

async function moveResponses(db: Db, surveyId: number, doubt: ResponseDoubt, choice: Choice): Promise<number> {
  const { where, set } = wayOf(doubt, choice)
  const result = await sql`
    update response set ${set}, version = version + 1, updated_at = now()
     where survey_id = ${surveyId} and not released and ${where}`.execute(db)
  return Number(result.numAffectedRows ?? 0)
}

interface Way {
  where: RawBuilder<boolean>
  set: RawBuilder<unknown>
}

function wayOf(doubt: ResponseDoubt, choice: Choice): Way {
  const isLeftOut = choice === 'left-out'
  const [from, to] = isLeftOut ? [0, leftOutState] : [leftOutState, 0]
  if (doubt.kind === 'undated') return undatedWay(doubt.variable, { isLeftOut, from, to })
  const { source, target } = moveOf(doubt, choice)
  return {
    where: sql<boolean>`state = ${from} and coalesce(answers->>${source}::text, ${noDate}) <> ${noDate}
      and (event_date <= ${doubt.before}::date or event_date >= ${doubt.after}::date) is true`,
    set: sql`state = ${to},
      answers = (answers - ${source}::text) || jsonb_build_object(${target}::text, answers->${source}::text)`,
  }
}

/** Responses without a date that are left out have a mark beside their answers, in the place of the date. */
function undatedWay(variable: string, { isLeftOut, from, to }: { isLeftOut: boolean; from: number; to: number }): Way {
  const aside = asideName(variable)
  return isLeftOut
    ? {
        where: sql<boolean>`state = ${from} and not jsonb_exists(answers, ${variable})`,
        set: sql`state = ${to}, answers = answers || jsonb_build_object(${aside}::text, ${noDate}::text)`,
      }
    : {
        where: sql<boolean>`state = ${from} and answers->>${aside}::text = ${noDate}`,
        set: sql`state = ${to}, answers = answers - ${aside}::text`,
      }
}
