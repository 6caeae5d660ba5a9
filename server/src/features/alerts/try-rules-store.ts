import type { Rule } from '@gensvar/contract/row-rule'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { applyRule } from '#server/domain/conditions/apply-rule.ts'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, join, portableSql } from '#server/platform/sql.ts'

/** How many interviews of a unit meet a rule, which is named by its place among the rules. */
export interface MatchCount {
  rule: number
  unitId: number | null
  alerts: number
}

/**
 * Counts the interviews of a scope since a day, and of them those that meet rules, by rule and by their unit in a view
 * (its place among the survey's views): one pass for all rules.
 */
export async function countMatches(
  ctx: Ctx,
  { model, caseScope, tree }: { model: SurveyModel; caseScope: CaseScope; tree: UnitTree },
  { from, rules, view }: { from: string; rules: readonly Rule[]; view: number },
): Promise<{ interviews: number; matches: MatchCount[] }> {
  const source = new JsonSource(model, tree)
  const where = portableSql`r.survey_id = ${model.id} and r.state = 0 and r.event_date >= ${from}::date
    and ${applyConditions(caseScope.conditions, source)}`
  const met = [source.logic.always, ...rules.map((rule) => applyRule(rule, source))]
  const statement = portableSql`
    select (m.rule - 2)::int as rule, r.unit_ids[${integer(view + 1)}] as "unitId", count(*)::int as alerts
      from response r
     cross join lateral unnest(array[${join(met)}]::boolean[]) with ordinality as m(met, rule)
     where ${where} and m.met
     group by 1, 2`
  const rows = await inTurn(ctx, () => limitedQuery<MatchCount>(ctx.pool, statement, ctx.work))
  // The first "rule" is met by every interview.
  const interviews = rows.filter(({ rule }) => rule < 0).reduce((sum, { alerts }) => sum + alerts, 0)
  return { interviews, matches: rows.filter(({ rule }) => rule >= 0) }
}
