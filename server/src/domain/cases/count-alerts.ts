import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { CaseDeps } from './case-query.ts'

/** Number of open alerts among the interviews the caller may see, but for those of some rules. */
export async function countAlertsExcept(
  deps: CaseDeps,
  { model, caseScope }: Pick<SurveyAccess, 'model' | 'caseScope'>,
  rules: readonly string[],
): Promise<number> {
  const source = new JsonSource(model, await loadUnitTree(deps, model))
  const statement = portableSql`
    select count(*) as n
      from alert a join response r on r.id = a.response_id
     where a.survey_id = ${model.id} and a.state = 2 and a.rule <> all(${rules}::text[])
       and r.state = 0 and ${applyConditions(caseScope.conditions, source)}`
  const [counted] = await limitedQuery<{ n: number }>(deps.pool, statement, deps.work)
  return counted?.n ?? 0
}
