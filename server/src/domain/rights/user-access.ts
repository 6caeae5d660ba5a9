import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import { readIdentity } from './identity-store.ts'
import { accessWith } from './survey-access.ts'
import type { AccessContext, SurveyAccess } from './survey-access.ts'

/** Whether a user may enter an organisation now: they belong to it and are not disabled. */
export async function mayEnter(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  userId: number,
  universeId: number,
): Promise<boolean> {
  return (await identityOf({ db, clock }, userId, universeId)) !== null
}

/**
 * What another user may see and do in a survey, for the program to decide what to give them; null where they may not
 * enter its organisation or the survey.
 */
export async function accessOfUser(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  { model, tree }: { model: SurveyModel; tree: UnitTree },
  userId: number,
): Promise<SurveyAccess | null> {
  const identity = await identityOf({ db, clock }, userId, model.universeId)
  if (!identity) return null
  try {
    return await accessWith({ db, clock, identity }, model, async () => tree)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function identityOf({ db, clock }: Pick<AccessContext, 'db' | 'clock'>, userId: number, universeId: number) {
  const at = { sessionId: 0, userId, universeId, actorUserId: null, lastWrite: { xid: null } }
  return readIdentity(db, { ...at, expiresAt: clock.now() })
}
