import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { excessOf } from './role-excess.ts'
import { heldSheet, readUniverseRoles, sheetOf } from './role-sheets.ts'
import { surveyAccess } from './survey-access.ts'

/** What the checks of this file need of a context. */
type Giver = Pick<Ctx, 'db' | 'identity'>

/**
 * Checks that the caller may give a role of their universe to somebody: that it, combined with its parents, allows
 * nothing that they may not do themselves. Root may give every role; for all others that includes `canViewAnon`. Throws
 * `not_found` for a role that their universe does not have, `forbidden` for one that allows more.
 */
export async function demandGivableRole({ db, identity }: Giver, roleId: number): Promise<void> {
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  const all = await readUniverseRoles(db, identity.universe.id)
  const sheet = sheetOf(all, roleId)
  if (!sheet) throw new AppError('not_found', say`There is no such role.`)
  if (excessOf(sheet, heldSheet(all, identity)).length > 0)
    throw new AppError(
      'forbidden',
      say`The role "${sheet.role.name}" allows more than your own. You can only give what you have.`,
      { roleId: say`allows more than your own role` },
    )
}

/** The roles of the caller's universe that they may give, by name. */
export async function listGivableRoles({ db, identity }: Giver): Promise<{ id: number; name: string }[]> {
  if (!identity.universe) return []
  const all = await readUniverseRoles(db, identity.universe.id)
  const held = heldSheet(all, identity)
  return [...all.roles.values()]
    .filter(({ id }) => {
      const sheet = sheetOf(all, id)
      return sheet !== null && excessOf(sheet, held).length === 0
    })
    .map(({ id, name }) => ({ id, name }))
}

/**
 * Whether the caller may change question filters of users in a survey of their universe, by ext name: root, and roles
 * with `modifyUserFilters` there. Null asks about filters that hold in all surveys, which need the right in each of
 * them. False for a survey they have no access to.
 */
export async function mayModifyUserFilters(
  ctx: Pick<Ctx, 'db' | 'clock' | 'identity'>,
  survey: string | null,
): Promise<boolean> {
  const { db, clock, identity } = ctx
  if (!identity.universe) return false
  if (survey === null) {
    const held = heldSheet(await readUniverseRoles(db, identity.universe.id), identity)
    const surveys = await db.selectFrom('survey').select('id').where('universe_id', '=', identity.universe.id).execute()
    return surveys.every(({ id }) => held === null || held.surveys.get(id)?.flags.modifyUserFilters === true)
  }
  try {
    return (await surveyAccess({ db, clock, identity }, survey)).rights.flags.modifyUserFilters
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
