import type pg from 'pg'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { asideName, leftOutState } from '../load/row-reader.ts'
import { missingCodes } from '../profile/missing-words.ts'
import type { Doubt } from './doubt.ts'
import { numberPattern } from './answers-store.ts'

/** Counts of a doubt: of the other answers, and of the doubted ones. */
export interface DoubtCounts {
  others: number
  doubted: number
  othersSum: number | null
  doubtedSum: number | null
  /** A few of the doubted values, and the last of all. */
  some: (string | number)[] | null
  last: string | number | null
  distinct: number
}

/** At most so many doubts are counted by one statement. */
const atOnce = 200
const valuesRead = 20

/** Counts the completed responses in the caller's scope for doubts, in their order. */
export async function countDoubted(ctx: Ctx, access: SurveyAccess, doubts: readonly Doubt[]): Promise<DoubtCounts[]> {
  if (doubts.length === 0) return []
  const first = doubts.slice(0, atOnce)
  const { model, caseScope } = access
  const source = new JsonSource(model, await loadUnitTree(ctx, model))
  const columns = first.map((doubt, index) => portableSql`${countsOf(doubt)} as ${ident(`d${index}`)}`)
  const [row = {}] = await limitedQuery<pg.QueryResultRow>(
    ctx.pool,
    portableSql`
      select ${join(columns)} from response r
       where r.survey_id = ${model.id} and r.state in (0, ${integer(leftOutState)})
         and ${applyConditions(caseScope.conditions, source)}`,
    ctx.work,
  )
  const counted = first.map((_, index) => row[`d${index}`] as DoubtCounts)
  return [...counted, ...(await countDoubted(ctx, access, doubts.slice(atOnce)))]
}

function countsOf(doubt: Doubt): Fragment {
  const { variable } = doubt
  const answer = portableSql`r.answers->>${variable}::text`
  const aside = portableSql`r.answers->>${asideName(variable)}::text`
  const isCompleted = portableSql`r.state = 0`
  switch (doubt.kind) {
    case 'below':
    case 'above': {
      const number = portableSql`coalesce(${asNumber(answer)}, ${asNumber(aside)})`
      const end = doubt.kind === 'below' ? portableSql`${doubt.min}::float8` : portableSql`${doubt.max}::float8`
      const isBeyond = doubt.kind === 'below' ? portableSql`${number} < ${end}` : portableSql`${number} > ${end}`
      const isDoubted = portableSql`(${isCompleted} and ${isBeyond} and ${number} <> all(${[...missingCodes]}::float8[]))`
      const isOther = portableSql`(${isCompleted} and ${asNumber(answer)} is not null and not ${isBeyond})`
      return counted({ isOther, isDoubted, number, value: number })
    }
    case 'dates': {
      const isFar = portableSql`((r.event_date <= ${doubt.before}::date or r.event_date >= ${doubt.after}::date) is true)`
      const isLeftOut = portableSql`(r.state = ${integer(leftOutState)} and ${aside} is not null)`
      return counted({
        isOther: portableSql`(${isCompleted} and not ${isFar})`,
        isDoubted: portableSql`(${isFar} and (${isCompleted} or ${isLeftOut}))`,
        number: portableSql`null::float8`,
        value: portableSql`r.event_date::text`,
      })
    }
    case 'personal': {
      const value = portableSql`left(coalesce(${answer}, ${aside}), 60)`
      return portableSql`json_build_object('others', 0, 'doubted', count(${value}), 'distinct', 0,
        'some', array_remove(array[min(${value})], null), 'last', max(${value}))`
    }
    case 'codes':
      return counted({
        isOther: portableSql`false`,
        isDoubted: portableSql`(${isCompleted} and ${asNumber(answer)} is not null)`,
        number: asNumber(answer),
        value: asNumber(answer),
      })
  }
}

function counted(of: { isOther: Fragment; isDoubted: Fragment; number: Fragment; value: Fragment }): Fragment {
  const { isOther, isDoubted, number, value } = of
  const values = portableSql`array_agg(distinct ${value}) filter (where ${isDoubted})`
  return portableSql`json_build_object(
    'others', count(*) filter (where ${isOther}), 'doubted', count(*) filter (where ${isDoubted}),
    'othersSum', sum(${number}) filter (where ${isOther}), 'doubtedSum', sum(${number}) filter (where ${isDoubted}),
    'some', (${values})[1:${integer(valuesRead)}], 'last', max(${value}) filter (where ${isDoubted}),
    'distinct', cardinality(${values}))`
}

function asNumber(text: Fragment): Fragment {
  return portableSql`case when ${text} ~ ${numberPattern} then (${text})::float8 end`
}
