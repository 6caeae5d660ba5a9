import type { Condition } from '@gensvar/contract/conditions'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { ident, join, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { columnSource } from './aggregate.ts'
import type { AggregateDeps } from './aggregate.ts'
import { respondentScore } from './respondent-scores.ts'
import { demandLogic, demandToSql } from './rows/row-demand.ts'
import { responseTable } from './store/tables.ts'

/** Expressions whose answers are paired with those of another one, over the completed interviews of the conditions. */
export interface PairRequest {
  conditions: readonly Condition[]
  with: string
  expressions: readonly string[]
}

/** A correlation between the answers of respondents, and the number of those who gave both; null without a spread. */
export interface Correlation {
  n: number
  r: number | null
}

/** What a correlation is computed from: the sums over those who gave both answers. */
interface PairSums {
  n: number
  x: number
  y: number
  xx: number
  yy: number
  xy: number
}

/**
 * Pearson correlations of expressions with another one, each over all who answered both; null for an expression that
 * has no number for a single respondent, such as a count. Of the rows of a case scope alone. Throws as `aggregate` does.
 */
export async function correlations(
  deps: AggregateDeps,
  model: SurveyModel,
  scope: CaseScope,
  request: PairRequest,
): Promise<(Correlation | null)[]> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  if (!scope.isOpen) throw new Error('An anonymous survey has published figures only')
  const { analytics, identity, work } = deps
  if (identity) await analytics.fresh(identity.lastWrite)
  const source = await columnSource(deps, model)
  const other = respondentScore(request.with, source)
  const scores = request.expressions.map((expression) => respondentScore(expression, source))
  const scored = scores.filter((score) => score !== null)
  if (!other || scored.length === 0) return scores.map(() => null)
  const where = demandLogic.all([
    source.isInState([0]),
    applyConditions([...scope.conditions, ...request.conditions], source),
  ])
  const named = scored.map((score, at) => portableSql`${score} as ${ident(`x${at}`)}`)
  const statement = portableSql`
    select ${join(scored.map((_, at) => pairSums(ident(`x${at}`))))}
      from (select ${other} as y, ${join(named)} from ${ident(responseTable(model.id))}
             where ${demandToSql(where)}) as answered`
  const { caller = systemCaller, signal } = work ?? {}
  const query = () => analytics.store.query(statement, { caller, ...(signal && { signal }) })
  const { columns } = await analytics.turns.run(caller, query, signal)
  const sums = columns.map((column) => Number(column[0] ?? 0))
  let at = 0
  return scores.map((score) => {
    if (!score) return null
    const [n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0] = sums.slice(6 * at, 6 * ++at)
    return correlationOf({ n, x, y, xx, yy, xy })
  })
}

function pairSums(x: Fragment): Fragment {
  const sums = [
    portableSql`count(${x} * y)`,
    portableSql`sum(case when y is not null then ${x} end)`,
    portableSql`sum(case when ${x} is not null then y end)`,
    portableSql`sum(case when y is not null then ${x} * ${x} end)`,
    portableSql`sum(case when ${x} is not null then y * y end)`,
    portableSql`sum(${x} * y)`,
  ]
  return join(sums.map((sum) => portableSql`cast(${sum} as double)`))
}

function correlationOf({ n, x, y, xx, yy, xy }: PairSums): Correlation {
  const spread = (n * xx - x * x) * (n * yy - y * y)
  // What is left of equal answers after rounding is no spread.
  if (!(spread > 1e-9 * n * n)) return { n, r: null }
  return { n, r: Math.max(-1, Math.min(1, (n * xy - x * y) / Math.sqrt(spread))) }
}
