import type { Condition } from '@gensvar/contract/conditions'
import { labelCodes } from '#server/domain/comments/labels.ts'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { columnSource } from './aggregate.ts'
import type { AggregateDeps } from './aggregate.ts'
import { demandToSql } from './rows/row-demand.ts'
import { sentimentColumn } from './store/comment-columns.ts'
import { responseTable, textTable } from './store/tables.ts'
import { holds } from './stored-search.ts'

/** In how many comments a word stands, and how many of them are good or bad. */
export interface WordCounts {
  all: number
  positive: number
  negative: number
}

/** The comments that are read: to a judged question, among the responses of some conditions. */
interface Asked {
  question: Question
  conditions: readonly Condition[]
}

/**
 * Counts the comments to a judged question that say something and contain each of some words or phrases, in any case, among the
 * responses of a scope and the conditions. Throws `unavailable` where the survey has no table, and the signal's reason when it is
 * aborted.
 */
export async function countWords(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { words, ...asked }: Asked & { words: readonly string[] },
): Promise<WordCounts[]> {
  if (words.length === 0) return []
  const comments = await commentsOf(deps, model, scope, asked)
  const counts = words.flatMap((word) => [
    countOf(holds(word)),
    countOf(portableSql`${holds(word)} and tone = ${integer(labelCodes.pos)}`),
    countOf(portableSql`${holds(word)} and tone = ${integer(labelCodes.neg)}`),
  ])
  const columns = await read(deps, portableSql`select ${join(counts)} from ${comments}`)
  const number = (at: number): number => Number(columns[at]?.[0] ?? 0)
  return words.map((_, at) => ({ all: number(3 * at), positive: number(3 * at + 1), negative: number(3 * at + 2) }))
}

/** In how many comments parts of words stand, how many comments there are, and how long they are together, in characters. */
export interface PartCounts {
  comments: number
  letters: number
  /** In the order of the parts. */
  withPart: number[]
}

/** As `countWords`, for what weighs parts of words against each other. */
export async function countParts(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { parts, ...asked }: Asked & { parts: readonly string[] },
): Promise<PartCounts> {
  const comments = await commentsOf(deps, model, scope, asked)
  const counts = [
    portableSql`count(*)`,
    portableSql`sum(length(lowered))`,
    ...parts.map((part) => countOf(holds(part))),
  ]
  const columns = await read(deps, portableSql`select ${join(counts)} from ${comments}`)
  const [all = 0, letters = 0, ...withPart] = counts.map((_, at) => Number(columns[at]?.[0] ?? 0))
  return { comments: all, letters, withPart }
}

/** Part of words, and what a comment gets that contains it. */
export interface WeighedPart {
  part: string
  /** A whole number above 0. */
  weight: number
}

/**
 * The responses whose comments to a judged question have the most of some parts of words by weight, `most` at most, of equal ones
 * the last; without those that have none. Asked for as `countWords`.
 */
export async function findByParts(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { parts, most, ...asked }: Asked & { parts: readonly WeighedPart[]; most: number },
): Promise<number[]> {
  if (parts.length === 0) return []
  const comments = await commentsOf(deps, model, scope, asked)
  const points = parts.map(
    ({ part, weight }) => portableSql`case when ${holds(part)} then ${integer(weight)} else 0 end`,
  )
  const [ids = []] = await read(
    deps,
    portableSql`
      select id from (select response_id as id, ${join(points, ' + ')} as points from ${comments}) as found
       where points > 0 order by points desc, id desc limit ${integer(most)}`,
  )
  return ids.map(Number)
}

function countOf(which: Fragment): Fragment {
  return portableSql`sum(case when ${which} then 1 else 0 end)`
}

/** The texts of comments that say something, with what they say (`tone`). */
async function commentsOf(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { question, conditions }: Asked,
): Promise<Fragment> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  if (!scope.isOpen) throw new Error('An anonymous survey has published figures only')
  if (deps.identity) await deps.analytics.fresh(deps.identity.lastWrite)
  const source = await columnSource(deps, model)
  const all = [...scope.conditions, ...conditions]
  const where = all.length === 0 ? portableSql`true` : demandToSql(applyConditions(all, source))
  const tone = portableSql`${ident(sentimentColumn(question.id))}`
  return portableSql`${ident(textTable(model.id))}
      join (select id as text_of, ${tone} as tone from ${ident(responseTable(model.id))}
             where ${where} and ${tone} is not null) as own on text_of = response_id
     where question_id = ${integer(question.id)}`
}

async function read({ analytics, work }: AggregateDeps, statement: Fragment) {
  const { caller = systemCaller, signal } = work ?? {}
  return (await analytics.store.query(statement, { caller, ...(signal && { signal }) })).columns
}
