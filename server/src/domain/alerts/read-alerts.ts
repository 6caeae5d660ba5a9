import { namesOnly } from '@gensvar/contract/names-only'
import type { AlertState } from '@gensvar/contract/entities/states'
import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import { shownCase } from '#server/domain/cases/shown-case.ts'
import type { Ctx } from '#server/domain/context.ts'
import { rowMeets } from '#server/domain/rights/row-check.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AlertRow } from './alert-query.ts'

/**
 * Alerts by their ids, in the order of the ids, each once. Throws `not_found` where one does not exist, is of another
 * survey or of an interview that the caller may not open: they must not learn that it exists.
 */
export async function readAlerts(
  ctx: Pick<Ctx, 'db'>,
  access: Pick<SurveyAccess, 'model' | 'caseScope'>,
  alertIds: readonly number[],
): Promise<AlertRow[]> {
  const wanted = new Set(alertIds).size
  const seen = await findAlerts(ctx, access, alertIds)
  if (seen.length < wanted)
    throw new AppError(
      'not_found',
      wanted === 1
        ? say`There is no such alert, or you may not open it.`
        : say`Some of these alerts do not exist, or you may not open them.`,
    )
  return seen
}

/** As `readAlerts`, without those that do not exist or that the caller may not open. */
export async function findAlerts(
  { db }: Pick<Ctx, 'db'>,
  { model, caseScope }: Pick<SurveyAccess, 'model' | 'caseScope'>,
  alertIds: readonly number[],
): Promise<AlertRow[]> {
  const wanted = [...new Set(alertIds)]
  const rows = await db
    .selectFrom('alert')
    .innerJoin('response', 'response.id', 'alert.response_id')
    .leftJoin('app_user as owner', 'owner.id', 'alert.owner_user_id')
    .select([
      'alert.id as alertId',
      'alert.rule',
      'alert.state as alertState',
      'alert.created_at as raisedAt',
      'alert.closed_at as closedAt',
      'alert.due_at as dueAt',
      'alert.version as alertVersion',
      'alert.owner_user_id as ownerId',
      sql<string>`coalesce(nullif(trim(owner.first_name || ' ' || owner.last_name), ''), owner.username, '')`.as(
        'ownerName',
      ),
      'response.id',
      'response.state',
      'response.event_date as eventDate',
      'response.completed_at as completedAt',
      'response.answers',
      'response.contact',
      'response.unit_ids as unitIds',
      'response.version',
    ])
    .where('alert.survey_id', '=', caseScope.surveyId)
    .where('response.survey_id', '=', caseScope.surveyId)
    .where('response.state', '=', 0)
    .where('alert.id', 'in', wanted)
    .orderBy('alert.id')
    .execute()
  const tree = await loadUnitTree({ db }, model)
  const seen = rows.filter((row) => {
    namesOnly(row.answers)
    return caseScope.conditions.every((condition) => rowMeets(row, condition, model, tree))
  })
  return seen.map(({ alertId, rule, raisedAt, closedAt, dueAt, ownerId, ownerName, ...row }) => ({
    id: alertId,
    rule,
    state: row.alertState as AlertState,
    raisedAt,
    closedAt,
    dueAt,
    version: row.alertVersion,
    ownerId,
    ownerName,
    response: shownCase(model, caseScope, {
      id: row.id,
      state: row.state,
      eventDate: row.eventDate,
      completedAt: row.completedAt,
      answers: row.answers,
      contact: namesOnly(row.contact),
      unitIds: row.unitIds,
      version: row.version,
      alertState: row.alertState,
    }),
  }))
}

/** An alert by its id. Throws as `readAlerts` does. */
export async function readAlert(
  ctx: Pick<Ctx, 'db'>,
  access: Pick<SurveyAccess, 'model' | 'caseScope'>,
  alertId: number,
): Promise<AlertRow> {
  const [row] = await readAlerts(ctx, access, [alertId])
  if (!row) throw new Error('An alert that was found is missing')
  return row
}
