import type { Kysely } from 'kysely'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Database } from '#server/platform/db-types.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, portableSql } from '#server/platform/sql.ts'

/** Names of the alerts that a response has. */
export async function readAlertNames(db: Kysely<Database>, responseId: number): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('alert').select('rule').where('response_id', '=', responseId).execute()
  return new Set(rows.map(({ rule }) => rule))
}

/** An interview of the past, as scripts are given it. */
export interface PastInterview {
  id: number
  eventDate: string
  answers: Record<string, unknown>
}

/** The newest interviews since a day that the caller may see, before one of them: some at a time. */
export async function listPastInterviews(
  ctx: Ctx,
  { model, caseScope }: SurveyAccess,
  { from, before, most }: { from: string; before: number; most: number },
): Promise<PastInterview[]> {
  const source = new JsonSource(model, await loadUnitTree(ctx, model))
  const statement = portableSql`
    select r.id, r.event_date as "eventDate", r.answers from response r
     where r.survey_id = ${model.id} and r.state = 0 and r.event_date >= ${from}::date and r.id < ${before}::bigint
       and ${applyConditions(caseScope.conditions, source)}
     order by r.id desc limit ${integer(most)}`
  return inTurn(ctx, () => limitedQuery<PastInterview>(ctx.pool, statement, ctx.work))
}
