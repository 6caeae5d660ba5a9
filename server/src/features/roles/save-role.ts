import { Count, say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { insertRole } from '#server/domain/build/role.ts'
import { stopWaitingMails } from '#server/domain/notices/role-notices.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkPlace, checkSurveys, demandOwnRights, valuesOf } from './checked-role.ts'
import type { RoleBody, SavedSurvey } from './checked-role.ts'
import { getRole } from './get-role.ts'
import type { RoleDetails } from './get-role.ts'
import { RoleAccess } from './role-access.ts'
import { surveysOf } from './role-surveys.ts'
import {
  countHolders,
  deleteRoleRow,
  lockRoles,
  readRoleRow,
  readRoleSurveys,
  saveSurveyRights,
  updateRole,
} from './store.ts'
import type { RoleSurveyRow } from './store.ts'

/**
 * Saves a role, or makes one where its id is 0; surveys that are not named keep their rights. Felt by its users at their
 * next request. Throws as the route says.
 */
export async function saveRole(ctx: Ctx, body: RoleBody): Promise<RoleDetails> {
  const seen = await RoleAccess.read(ctx)
  const models = await surveysOf(ctx, seen)
  const roleId = await write(ctx, async (tx) => {
    await lockRoles(tx, seen.universe.id)
    // Anew: somebody may have changed a role, or the caller's own, before the lock was had.
    const access = await RoleAccess.read(tx)
    access.demandAdministrator()
    if (body.id !== 0) await demandCurrent(tx, access, body)
    const before = body.id === 0 ? new Map<number, RoleSurveyRow>() : await readRoleSurveys(tx.db, body.id)
    checkPlace(access, body)
    const surveys = checkSurveys(access, body, { models, before })
    demandOwnRights(access, body, { surveys, before })
    const changed = changedFields(access, body, { surveys, before })
    const id = await storeRole(tx, access, body)
    for (const survey of surveys) await saveSurveyRights(tx, id, survey)
    if (body.id !== 0) await stopWaitingMails(tx, access.universe.id)
    const action = body.id === 0 ? 'role.create' : 'role.save'
    await tx.audit({ action, object: body.name, details: { roleId: id, changed } })
    await noteReasons(tx, { id, name: body.name }, surveys)
    return id
  })
  return getRole(ctx, roleId)
}

/** Deletes a role. Throws `conflict` while users or other roles have it. */
export async function deleteRole(ctx: Ctx, roleId: number): Promise<void> {
  const { universe } = await RoleAccess.read(ctx)
  await write(ctx, async (tx) => {
    await lockRoles(tx, universe.id)
    const access = await RoleAccess.read(tx)
    access.demandAdministrator()
    access.demandEditable(roleId)
    const { users = 0, children = 0 } = (await countHolders(tx.db, universe.id)).get(roleId) ?? {}
    if (users > 0)
      throw new AppError('conflict', say`This role has ${new Count(users)} users. Give them another role first.`)
    if (children > 0)
      throw new AppError(
        'conflict',
        say`This role is the parent of ${new Count(children)} roles. Give them another parent first.`,
      )
    await deleteRoleRow(tx, roleId)
    await tx.audit({ action: 'role.delete', object: access.all.roles.get(roleId)?.name ?? '', details: { roleId } })
  })
}

async function demandCurrent(tx: WriteTx, access: RoleAccess, { id, version }: RoleBody): Promise<void> {
  access.demandEditable(id)
  const row = await readRoleRow(tx.db, access.universe.id, id)
  if (row?.version === version) return
  const words = row?.savedBy
    ? say`${row.savedBy} changed this role since you opened it.`
    : say`This role was changed since you opened it.`
  throw new AppError('conflict', words, { version: words })
}

async function storeRole(tx: WriteTx, { universe }: RoleAccess, body: RoleBody): Promise<number> {
  if (body.id === 0) return insertRole(tx.db, universe.id, valuesOf(body))
  await updateRole(tx, body.id, valuesOf(body))
  return body.id
}

/** Who is let through the anonymity of a survey, and why, is an entry of its own. */
async function noteReasons(
  tx: WriteTx,
  { id, name }: { id: number; name: string },
  surveys: readonly SavedSurvey[],
): Promise<void> {
  const given = surveys.filter(({ anonReason }) => anonReason !== '')
  const entries = given.map(({ surveyId, anonReason }) => ({
    action: 'role.anonymous',
    surveyId,
    object: name,
    details: { roleId: id, reason: anonReason },
  }))
  if (entries.length > 0) await tx.audit(...entries)
}

/** Names of what a save changes, for the audit log; rights in surveys after the survey's name. */
function changedFields(
  { all }: RoleAccess,
  body: RoleBody,
  { surveys, before }: { surveys: readonly SavedSurvey[]; before: ReadonlyMap<number, RoleSurveyRow> },
): string[] {
  const own = differing(valuesOf(body), all.roles.get(body.id) ?? {})
  const inSurveys = surveys.flatMap(({ surveyId, extName, access, rights }) => {
    const stored = before.get(surveyId)
    if (!stored && !access) return []
    const fields = differing({ access, ...rights }, { access: stored?.access, ...stored?.rights })
    return fields.map((field) => `${extName}.${field}`)
  })
  return [...own, ...inSurveys]
}

function differing(now: object, before: object): string[] {
  const earlier = new Map<string, unknown>(Object.entries(before))
  return Object.entries(now).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(earlier.get(name)) ? [] : [name],
  )
}
