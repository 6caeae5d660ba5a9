import type { Condition } from '@gensvar/contract/conditions'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { ident, integer, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { columnSource } from '../aggregate.ts'
import type { AggregateDeps } from '../aggregate.ts'
import { questionColumn } from '../store/answer-columns.ts'
import { responseTable, textTable } from '../store/tables.ts'
import { demandToSql } from './row-demand.ts'

/** A window of the responses of a scope, in the order of a question's answers or of a field of the response. */
export interface OrderedRequest {
  conditions: readonly Condition[]
  by: Question | 'date' | 'state' | 'id'
  desc: boolean
  /** Half-open window of rows. */
  from: number
  to: number
}

/**
 * The ids of responses in the order of `listCases`: by an answer, those without one last, then the newest event first. The
 * store has every column by itself, so this reads no other answers. Throws `unavailable` where the survey has no table.
 */
export async function orderedIds(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, by, desc, from, to }: OrderedRequest,
): Promise<number[]> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  const source = await columnSource(deps, model)
  const where = demandToSql(applyConditions([...scope.conditions, ...conditions], source))
  const { key, joined } = sortKey(model, by)
  const direction = desc ? portableSql`desc nulls last` : portableSql`asc nulls last`
  const statement = portableSql`
    select id from ${ident(responseTable(model.id))} ${joined} where ${where}
     order by ${key} ${direction}, day desc, id desc limit ${integer(to - from)} offset ${integer(from)}`
  const { caller = systemCaller, signal } = deps.work ?? {}
  const { columns } = await deps.analytics.store.query(statement, { caller, ...(signal && { signal }) })
  return (columns[0] ?? []).map(Number)
}

const nothing: Fragment = { parts: [''], params: [] }

function sortKey(model: SurveyModel, by: OrderedRequest['by']): { key: Fragment; joined: Fragment } {
  if (by === 'date') return { key: portableSql`day`, joined: nothing }
  if (typeof by === 'string') return { key: ident(by), joined: nothing }
  const column = ident(questionColumn(by))
  if (by.type === 'text')
    return {
      key: portableSql`sort_text`,
      joined: portableSql`left join (
        select response_id as text_of, lowered as sort_text from ${ident(textTable(model.id))}
         where question_id = ${integer(by.id)}) on text_of = id`,
    }
  if (by.type !== 'single') return { key: column, joined: nothing }
  // As PostgreSQL compares them: by the bytes of the names in lower case.
  const names = by.choices.map(({ extName, code }) => ({ code, name: Buffer.from(extName.toLowerCase()) }))
  const places = names
    .toSorted((a, b) => Buffer.compare(a.name, b.name))
    .map(({ code }, place) => portableSql`(${integer(code)}, ${integer(place)})`)
  if (places.length === 0) return { key: column, joined: nothing }
  return {
    key: portableSql`choice_place`,
    joined: portableSql`left join (values ${join(places)}) as choices(choice_code, choice_place) on choice_code = ${column}`,
  }
}
