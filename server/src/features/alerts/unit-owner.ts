import { say } from '@gensvar/contract/say'
import { findUserIds } from '#server/domain/alerts/owner-store.ts'
import type { Ctx } from '#server/domain/context.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { accessOfUser } from '#server/domain/rights/user-access.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'

/** What came of setting a unit's owner. */
export interface UnitOwner {
  /** The unit's names from the top. */
  place: readonly string[]
  /** Whether they may handle alerts of this place; true for none. */
  handlesAlerts: boolean
}

/**
 * Sets who owns the unit of a drill path, to whom its alerts go; null for nobody. Throws `not_found` for an unknown place
 * or user, `validation` for the top, which is no unit.
 */
export async function saveUnitOwner(
  ctx: Ctx,
  survey: string,
  { path, username }: { path: string; username: string | null },
): Promise<UnitOwner> {
  const access = await surveyAccess(ctx, survey)
  const { unit, tree, view } = await requestedPath(ctx, access, path)
  if (!unit) throw refused('validation', 'path')
  const userId = username === null ? null : await demandUser(ctx, username)
  const place = tree.pathOf(unit).map(({ extName }) => extName)
  const { model } = access
  await write(ctx, async (tx) => {
    await saveOwnerRow(tx, unit.id, userId)
    await tx.audit({
      action: 'unit.owner',
      surveyId: model.id,
      object: [view?.extName ?? '', ...place].join('/'),
      details: { unit: unit.id, owner: username, before: unit.ownerUserId },
    })
    await tx.unitsChanged(model.id, [])
  })
  const theirs = userId === null ? null : await accessOfUser(ctx, { model, tree }, userId)
  const handlesAlerts =
    userId === null ||
    (theirs?.rights.flags.canHandleAlerts === true && theirs.places.allows(view?.extName ?? '', place))
  return { place, handlesAlerts }
}

async function demandUser(ctx: Ctx, username: string): Promise<number> {
  const userId = (await findUserIds(ctx.db, [username])).get(username)
  if (userId === undefined)
    throw new AppError('not_found', say`There is no user "${username}".`, {
      user: say`There is no user "${username}".`,
    })
  return userId
}

async function saveOwnerRow({ db }: WriteTx, unitId: number, userId: number | null): Promise<void> {
  await db
    .updateTable('unit')
    .set((row) => ({ owner_user_id: userId, version: row('version', '+', 1) }))
    .where('id', '=', unitId)
    .execute()
}

function refused(code: 'validation', field: string): AppError {
  const words = say`Name a place below the top, such as country=Sweden.`
  return new AppError(code, words, { [field]: words })
}
