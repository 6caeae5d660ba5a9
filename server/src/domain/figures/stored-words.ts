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

/**
 * Counts the comments to a judged question that contain each of some words or phrases, in any case, among the responses of a
 * scope and the conditions. Throws `unavailable` where the survey has no table, and the signal's reason when it is aborted.
 */
export async function countWords(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { question, conditions, words }: { question: Question; conditions: readonly Condition[]; words: readonly string[] },
): Promise<WordCounts[]> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  if (!scope.isOpen) throw new Error('An anonymous survey has published figures only')
  if (words.length === 0) return []
  const { analytics, identity, work } = deps
  if (identity) await analytics.fresh(identity.lastWrite)
  const source = await columnSource(deps, model)
  const all = [...scope.conditions, ...conditions]
  const where = all.length === 0 ? portableSql`true` : demandToSql(applyConditions(all, source))
  const countOf = (which: Fragment): Fragment => portableSql`sum(case when ${which} then 1 else 0 end)`
  const counts = words.flatMap((word) => [
    countOf(holds(word)),
    countOf(portableSql`${holds(word)} and tone = ${integer(labelCodes.pos)}`),
    countOf(portableSql`${holds(word)} and tone = ${integer(labelCodes.neg)}`),
  ])
  const statement = portableSql`
    select ${join(counts)} from ${ident(textTable(model.id))}
      join (select id as text_of, ${ident(sentimentColumn(question.id))} as tone
              from ${ident(responseTable(model.id))} where ${where}) as own on text_of = response_id
     where question_id = ${integer(question.id)}`
  const { caller = systemCaller, signal } = work ?? {}
  const { columns } = await analytics.store.query(statement, { caller, ...(signal && { signal }) })
  const number = (at: number): number => Number(columns[at]?.[0] ?? 0)
  return words.map((_, at) => ({ all: number(3 * at), positive: number(3 * at + 1), negative: number(3 * at + 2) }))
}
