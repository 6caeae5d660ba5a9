import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { itemOf } from '#server/domain/actions/items.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { PlannedAction } from './plan.ts'
import type { WrittenStructure } from './structure/store.ts'

/** Writes open actions with their notes; those that are due are closed by their evaluation. */
export async function writeActions(
  trx: Kysely<Database>,
  model: SurveyModel,
  { unitIds }: Pick<WrittenStructure, 'unitIds'>,
  actions: readonly PlannedAction[],
): Promise<void> {
  const [view] = model.views
  for (const { path, extname, responsible, notes, goal, ...action } of actions) {
    const item = itemOf(model, extname)
    const unitId = path.length === 0 ? null : unitIds[0]?.get(path.join('/'))
    if (!item || unitId === undefined) throw new Error(`The survey has no action on ${extname} at ${path.join('/')}`)
    const person = trx.selectFrom('app_user').select('id').where('username', '=', responsible)
    const { id } = await trx
      .insertInto('action')
      .values({
        survey_id: model.id,
        view: view?.extName ?? '',
        unit_id: unitId,
        extname,
        expression: item.expression,
        kind: action.kind,
        goal,
        period: action.period,
        period_start: action.periodStart,
        deadline: action.deadline,
        responsible_user_id: person,
        created_by_user_id: person,
        created_at: `${action.periodStart}T09:00:00Z`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { username, at, message } of notes)
      await trx
        .insertInto('action_comment')
        .values({ action_id: id, user_id: person, username, message, goal, created_at: at })
        .execute()
  }
}

/** Dates closed actions of surveys, and what their evaluation wrote, to the night after their deadline. */
export async function dateClosings(db: Kysely<Database>, surveyIds: readonly number[]): Promise<void> {
  await sql`
    with closed as (
      update action set closed_at = deadline + interval '1 day 3 hours 37 minutes'
       where survey_id = any(${[...surveyIds]}::int[]) and state <> 0
      returning id, closed_at)
    update action_comment note set created_at = closed.closed_at
      from closed where note.action_id = closed.id and note.username = ''`.execute(db)
}
