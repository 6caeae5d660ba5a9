import { roleFlagFields, surveyFlagFields } from '@gensvar/contract/roles'
import type { matrixCell, roleMatrix } from '@gensvar/contract/roles'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { RoleFlags } from '#server/domain/rights/role-rights.ts'
import { lineageOf, sheetOf } from '#server/domain/rights/role-sheets.ts'
import { RoleAccess } from './role-access.ts'
import { surveyOptions, surveysOf } from './role-surveys.ts'

type Matrix = z.output<typeof roleMatrix>
type Cell = z.output<typeof matrixCell>

const flagOfField = {
  canaddusers: 'canAddUsers',
  canseealldata: 'canSeeAllData',
  cancreateroles: 'canCreateRoles',
  canviewcompletedsamples: 'canViewCompletedSamples',
} as const satisfies Record<(typeof roleFlagFields)[number], keyof RoleFlags>

/** What a role of the caller's universe can do, combined with its parents. Throws as `getRole` does. */
export async function roleMatrixOf(ctx: Ctx, roleId: number): Promise<Matrix> {
  const access = await RoleAccess.read(ctx)
  access.demandSeen(roleId)
  const { roles, rights } = access.all
  const chain = lineageOf(access.all, roleId).flatMap((id) => roles.get(id) ?? [])
  /** The role first, then its parents, the nearest first. */
  const cellOf = (has: (id: number) => boolean): Cell => {
    const [own, ...parents] = chain
    if (!own || !has(own.id)) return { state: 'none', by: null }
    const without = parents.find(({ id }) => !has(id))
    return without ? { state: 'withheld', by: without.name } : { state: 'role', by: null }
  }
  const sheet = sheetOf(access.all, roleId)
  const models = await surveysOf(ctx, access)
  return {
    flags: roleFlagFields.map((right) => ({
      right,
      cell: cellOf((id) => roles.get(id)?.[flagOfField[right]] ?? false),
    })),
    surveys: models.map((model) => {
      const { extName, title, views } = surveyOptions(model)
      const given = rights.get(model.id)
      const combined = sheet?.surveys.get(model.id)
      const open = combined?.views ?? null
      return {
        extName,
        title,
        access: cellOf((id) => given?.has(id) ?? false),
        rights: surveyFlagFields.map((right) => ({ right, cell: cellOf((id) => given?.get(id)?.[right] ?? false) })),
        views:
          combined && open === null ? null : views.filter((view) => open?.has(view.extName)).map((one) => one.title),
        anchors: combined && combined.anchors === null ? null : (combined?.anchors?.size ?? 0),
      }
    }),
  }
}
