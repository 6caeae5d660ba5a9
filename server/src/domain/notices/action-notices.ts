import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { tellUsers } from './tell.ts'
import type { TellContext } from './tell.ts'

/** An action whose responsible changed, or that was closed. */
export interface ChangedAction {
  id: number
  /** Its version after the change. */
  version: number
  responsibleUserId: number | null
}

/** Tells who is responsible for an action now, in the write that made them so; not somebody who took it themselves. */
export function noticeOfActionAssigned(
  tx: WriteTx<TellContext>,
  model: Pick<SurveyModel, 'id' | 'universeId'>,
  { id, version, responsibleUserId }: ChangedAction,
): Promise<void> {
  const isOwn = tx.identity?.program === null && tx.identity.userId === responsibleUserId
  if (responsibleUserId === null || isOwn) return Promise.resolve()
  const telling = { userId: responsibleUserId, objectId: id, occurrence: String(version) }
  return tellUsers(tx, model, { event: 'action-assigned', kind: 'action' }, [telling])
}

/** Tells who was responsible for actions that the evaluation closed, and who made them, in the write that closes them. */
export function noticeOfActionsClosed(
  tx: WriteTx<TellContext>,
  model: Pick<SurveyModel, 'id' | 'universeId'>,
  actions: readonly (Omit<ChangedAction, 'version'> & { createdByUserId: number | null })[],
): Promise<void> {
  const tellings = actions.flatMap(({ id, responsibleUserId, createdByUserId }) =>
    [...new Set([responsibleUserId, createdByUserId])].flatMap((userId) =>
      userId === null ? [] : { userId, objectId: id },
    ),
  )
  return tellUsers(tx, model, { event: 'action-closed', kind: 'action' }, tellings)
}
