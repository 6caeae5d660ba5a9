import type { Condition } from '@gensvar/contract/conditions'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { questionOf } from '#server/domain/conditions/answer-source.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel, View } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { ident, integer, portableSql } from '#server/platform/sql.ts'
import { columnSource } from './aggregate.ts'
import type { AggregateDeps } from './aggregate.ts'
import { questionColumn } from './store/answer-columns.ts'
import { responseTable, unitColumn } from './store/tables.ts'
import { demandLogic, demandToSql, number } from './rows/row-demand.ts'

/** Which answers run: those of completed interviews that are at least so good, of one unit after the other. */
export interface RunRequest {
  conditions: readonly Condition[]
  /** The view whose lowest level has the units; all answers are one unit's without a view. */
  view: View | null
  question: string
  atLeast: number
  /** Answers in a row for one badge. */
  length: number
}

/** The badges of all units, and how many answers are in the runs that gave one. */
export interface Runs {
  badges: number
  answers: number
}

/**
 * Counts runs of good answers in the order of their days (and of one day, of their arrival); whoever did not answer
 * the question does not end one. Of the rows of a case scope alone. Throws as `aggregate` does.
 */
export async function answerRuns(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, view, question, atLeast, length }: RunRequest,
): Promise<Runs> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  if (!scope.isOpen) throw new Error('An anonymous survey has published figures only')
  const { analytics, identity, work } = deps
  if (identity) await analytics.fresh(identity.lastWrite)
  const source = await columnSource(deps, model)
  const asked = questionOf(source, question)
  const where = demandLogic.all([
    source.isInState([0]),
    source.answered(asked),
    applyConditions([...scope.conditions, ...conditions], source),
  ])
  const unit = view ? portableSql`coalesce(${ident(unitColumn(view.id, view.levels.length))}, 0)` : portableSql`0`
  const statement = portableSql`
    select cast(sum(floor(answers / ${integer(length)})) as double), cast(sum(answers) as double) from (
      select count(*) as answers from (
        select unit, hit, row_number() over (partition by unit order by day, id)
                          - row_number() over (partition by unit, hit order by day, id) as run
          from (select ${unit} as unit, day, id,
                       case when ${ident(questionColumn(asked))} >= ${number(atLeast)} then 1 else 0 end as hit
                  from ${ident(responseTable(model.id))} where ${demandToSql(where)}) as answered) as numbered
       where hit = 1 group by unit, run having count(*) >= ${integer(length)}) as runs`
  const { caller = systemCaller, signal } = work ?? {}
  const query = () => analytics.store.query(statement, { caller, ...(signal && { signal }) })
  const { columns } = await analytics.turns.run(caller, query, signal)
  return { badges: Number(columns[0]?.[0] ?? 0), answers: Number(columns[1]?.[0] ?? 0) }
}
