import type { Deps } from '#server/domain/context.ts'
import { createUser } from '../../factories.ts'
import { createAlert } from '../../route-walk-rows.ts'
import type { Markers, Owner } from './markers.ts'

/** Stores an alert of an interview and marks it. Returns its id. */
export async function createMarkedAlert(
  deps: Pick<Deps, 'db'>,
  at: { surveyId: number; responseId: number },
  owner: Owner,
  markers: Markers,
): Promise<number> {
  const alertId = await createAlert(deps.db, { ...at, rule: 'marked' })
  await markAlert(deps, alertId, owner, markers)
  return alertId
}

/**
 * Puts a marker into the history of an alert, its answers and the name of who has it: somebody who left, so that no list of
 * users names them.
 */
export async function markAlert(
  { db }: Pick<Deps, 'db'>,
  alertId: number,
  owner: Owner,
  markers: Markers,
): Promise<void> {
  const { id: userId } = await createUser(db, { lastName: markers.word('owner of an alert', owner) })
  await db.updateTable('alert').set({ owner_user_id: userId, due_at: new Date() }).where('id', '=', alertId).execute()
  await db
    .insertInto('alert_log')
    .values({
      alert_id: alertId,
      event: 'saved',
      state: 2,
      username: 'somebody',
      comment: markers.word('comment in the history of an alert', owner),
    })
    .execute()
  await db
    .insertInto('alert_answer')
    .values({ alert_id: alertId, question: 'done', value: markers.word('answer of an alert', owner) })
    .execute()
}
