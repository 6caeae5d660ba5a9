import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import { readIdentity } from './identity-store.ts'
import { accessWith } from './survey-access.ts'
import type { AccessContext, SurveyAccess } from './survey-access.ts'

/**
 * What another user may see and do in a survey, for the program to decide what to give them; null where they may not
 * enter its organisation or the survey.
 */
export async function accessOfUser(
  { db, clock }: Pick<AccessContext, 'db' | 'clock'>,
  { model, tree }: { model: SurveyModel; tree: UnitTree },
  userId: number,
): Promise<SurveyAccess | null> {
  const identity = await readIdentity(db, {
    sessionId: 0,
    userId,
    universeId: model.universeId,
    actorUserId: null,
    lastWrite: { xid: null },
    expiresAt: clock.now(),
  })
  if (!identity) return null
  try {
    return await accessWith({ db, clock, identity }, model, async () => tree)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
