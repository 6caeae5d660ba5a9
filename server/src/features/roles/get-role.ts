import type { roleDetails } from '@gensvar/contract/roles'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { lineageOf } from '#server/domain/rights/role-sheets.ts'
import { RoleAccess } from './role-access.ts'
import { accessEntity, surveyOptions, surveysOf } from './role-surveys.ts'
import { readRoleRow, readRoleSurveys } from './store.ts'

/** A role with what its form needs; id 0 is a new one. */
export type RoleDetails = z.output<typeof roleDetails>

/**
 * A role of the caller's universe with its rights in the surveys that the caller has access to. Throws `not_found` for a
 * role of another universe, `forbidden` for one that allows more than the caller's own.
 */
export async function getRole(ctx: Ctx, roleId: number): Promise<RoleDetails> {
  const access = await RoleAccess.read(ctx)
  if (roleId !== 0) access.demandSeen(roleId)
  const [row, surveys, models] = await Promise.all([
    roleId === 0 ? null : readRoleRow(ctx.db, access.universe.id, roleId),
    roleId === 0 ? new Map<number, never>() : readRoleSurveys(ctx.db, roleId),
    surveysOf(ctx, access),
  ])
  const role = access.all.roles.get(roleId)
  const parents = [...access.all.roles.values()].filter(
    // Nothing below a role can be above it.
    ({ id }) => access.mayBeParent(id) && !(roleId !== 0 && lineageOf(access.all, id).includes(roleId)),
  )
  const kept = role?.parentId
  const current = kept === null || kept === undefined ? undefined : access.all.roles.get(kept)
  const known = !current || parents.includes(current) ? parents : [current, ...parents]
  return {
    id: roleId,
    name: role?.name ?? '',
    parentId: role ? role.parentId : access.isRoot ? null : (ctx.identity.role?.id ?? null),
    canaddusers: role?.canAddUsers ?? false,
    canseealldata: role?.canSeeAllData ?? false,
    cancreateroles: role?.canCreateRoles ?? false,
    canviewcompletedsamples: role?.canViewCompletedSamples ?? false,
    restricted: role?.restricted ?? false,
    version: row?.version ?? 0,
    surveyAccessList: models.map((model) => accessEntity(model, surveys.get(model.id))),
    mayEdit: roleId === 0 || access.mayEdit(roleId),
    mayView: roleId !== 0 && access.isWithin(roleId),
    parents: known.map(({ id, name }) => ({ id, name })),
    // All but root keep what they make below their own role.
    mayBeTop: access.isRoot || role?.parentId === null,
    surveys: models.map(surveyOptions),
  }
}
