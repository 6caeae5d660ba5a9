import { fromAlerts, whereAlerts } from '#server/domain/alerts/alert-query.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { and, portableSql } from '#server/platform/sql.ts'
import type { CaseDeps } from './case-query.ts'

/** Number of open alerts among the interviews the caller may see, but for those of some rules. */
export async function countAlertsExcept(
  deps: CaseDeps,
  { model, caseScope }: Pick<SurveyAccess, 'model' | 'caseScope'>,
  rules: readonly string[],
): Promise<number> {
  const where = and([
    await whereAlerts(deps, model, caseScope, { conditions: [], states: [2], locale: 'en' }),
    portableSql`a.rule <> all(${rules}::text[])`,
  ])
  const statement = portableSql`select count(*) as n from ${fromAlerts(where)} where ${where}`
  const [counted] = await limitedQuery<{ n: number }>(deps.pool, statement, deps.work)
  return counted?.n ?? 0
}
