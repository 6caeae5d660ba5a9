import type pg from 'pg'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { asideName } from '#server/domain/imports/aside-name.ts'
import { leftOutState, noDate } from '../load/row-reader.ts'
import { missingCodes } from '../profile/missing-words.ts'
import { numberPattern } from './answer-moves.ts'
import { doubtId, isOfResponses } from './doubt.ts'
import type { Doubt } from './doubt.ts'

/** Counts of a doubt: of the other answers, and of the doubted ones. */
export interface DoubtCounts {
  others: number
  doubted: number
  othersSum?: number | null
  doubtedSum?: number | null
  /** A few of the doubted values, and the last of all. */
  some: (string | number)[] | null
  last: string | number | null
  distinct: number
}

/** At most so many doubts about dates and personal data are counted by one statement. */
const atOnce = 200
const valuesRead = 20

type NumberDoubt = Extract<Doubt, { kind: 'below' | 'above' | 'codes' }>
type OtherDoubt = Exclude<Doubt, NumberDoubt>

/** Counts the completed responses in the caller's scope for doubts, by their ids. */
export async function countDoubted(
  ctx: Ctx,
  access: SurveyAccess,
  doubts: readonly Doubt[],
): Promise<ReadonlyMap<string, DoubtCounts>> {
  const { model, caseScope } = access
  const source = new JsonSource(model, await loadUnitTree(ctx, model))
  const inScope = portableSql`r.survey_id = ${model.id} and r.state in (0, ${integer(leftOutState)})
         and ${applyConditions(caseScope.conditions, source)}`
  const ofNumbers = doubts.filter((doubt) => !isOther(doubt)) as NumberDoubt[]
  return new Map([
    ...(await countNumbers(ctx, inScope, ofNumbers)),
    ...(await countOthers(ctx, inScope, doubts.filter(isOther))),
  ])
}

function isOther(doubt: Doubt): doubt is OtherDoubt {
  return isOfResponses(doubt) || doubt.kind === 'personal'
}

/** Reads each response once, however many doubts there are: a response of thousands of answers is slow to open. */
async function countNumbers(
  ctx: Ctx,
  inScope: Fragment,
  doubts: readonly NumberDoubt[],
): Promise<[string, DoubtCounts][]> {
  if (doubts.length === 0) return []
  const wanted = doubts.flatMap((doubt) => {
    const { kind, variable } = doubt
    const of = {
      doubt: doubtId(doubt),
      below: kind === 'below' ? doubt.min : null,
      above: kind === 'above' ? doubt.max : null,
    }
    const own = { ...of, key: variable, own: true }
    // Codes are read where they are; of a scale, what does not count is kept beside the answers.
    return kind === 'codes' ? [own] : [own, { ...of, key: asideName(variable), own: false }]
  })
  const rows = await limitedQuery<DoubtCounts & { doubt: string }>(
    ctx.pool,
    portableSql`
      with wanted as (
        select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
          as w(doubt text, key text, own boolean, below float8, above float8)
      ), number as (
        select w.doubt, w.own, e.value::float8 as value,
               case when w.below is null and w.above is null then w.own
                    else (e.value::float8 < w.below or e.value::float8 > w.above) is true end as is_beyond
          from response r cross join lateral jsonb_each_text(r.answers) as e(key, value)
          join wanted w on w.key = e.key
         where ${inScope} and r.state = 0 and e.value ~ ${numberPattern}
      ), sorted as (
        select doubt, value, case when is_beyond then value <> all(${[...missingCodes]}::float8[]) else false end as is_doubted,
               own and not is_beyond as is_other
          from number
      )
      select all_of.doubt, count(value) filter (where is_other)::int as others,
             count(value) filter (where is_doubted)::int as doubted,
             sum(value) filter (where is_other) as "othersSum", sum(value) filter (where is_doubted) as "doubtedSum",
             (array_agg(distinct value) filter (where is_doubted))[1:${integer(valuesRead)}] as some,
             max(value) filter (where is_doubted) as last,
             count(distinct value) filter (where is_doubted)::int as distinct
        from (select distinct doubt from wanted) all_of left join sorted on sorted.doubt = all_of.doubt
       group by all_of.doubt`,
    ctx.work,
  )
  return rows.map(({ doubt, ...counts }) => [doubt, counts])
}

async function countOthers(
  ctx: Ctx,
  inScope: Fragment,
  doubts: readonly OtherDoubt[],
): Promise<[string, DoubtCounts][]> {
  if (doubts.length === 0) return []
  const first = doubts.slice(0, atOnce)
  const columns = first.map((doubt, index) => portableSql`${countsOf(doubt)} as ${ident(`d${index}`)}`)
  const [row = {}] = await limitedQuery<pg.QueryResultRow>(
    ctx.pool,
    portableSql`select ${join(columns)} from response r where ${inScope}`,
    ctx.work,
  )
  const counted = first.map((doubt, index): [string, DoubtCounts] => [doubtId(doubt), row[`d${index}`] as DoubtCounts])
  return [...counted, ...(await countOthers(ctx, inScope, doubts.slice(atOnce)))]
}

function countsOf(doubt: OtherDoubt): Fragment {
  const { variable } = doubt
  const answer = portableSql`r.answers->>${variable}::text`
  const aside = portableSql`r.answers->>${asideName(variable)}::text`
  if (doubt.kind === 'personal') {
    const value = portableSql`left(coalesce(${answer}, ${aside}), 60)`
    return portableSql`json_build_object('others', 0, 'doubted', count(${value}), 'distinct', 0,
      'some', array_remove(array[min(${value})], null), 'last', max(${value}))`
  }
  const isCompleted = portableSql`r.state = 0`
  // What is left out because of its date, or for want of one, keeps that beside its answers.
  const isLeftOut = portableSql`r.state = ${integer(leftOutState)} and ${aside}`
  if (doubt.kind === 'undated')
    return portableSql`json_build_object(
      'others', count(*) filter (where ${isCompleted} and ${answer} is not null),
      'doubted', count(*) filter (where (${isCompleted} and ${answer} is null) or (${isLeftOut} = ${noDate})),
      'some', null, 'last', null, 'distinct', 0)`
  const day = portableSql`r.event_date::text`
  const isFar = portableSql`((r.event_date <= ${doubt.before}::date or r.event_date >= ${doubt.after}::date) is true)`
  const isDoubted = portableSql`(${isFar} and ((${isCompleted} and ${answer} is not null) or (${isLeftOut} <> ${noDate})))`
  const days = portableSql`array_agg(distinct ${day}) filter (where ${isDoubted})`
  return portableSql`json_build_object(
    'others', count(*) filter (where ${isCompleted} and not ${isDoubted}), 'doubted', count(*) filter (where ${isDoubted}),
    'some', (${days})[1:${integer(valuesRead)}], 'last', max(${day}) filter (where ${isDoubted}),
    'distinct', cardinality(${days}))`
}
