import { deleteRole, getRole, getRoleMatrix, listRoles, saveRole, viewAsRole } from '@gensvar/contract/roles'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as details from './get-role.ts'
import * as list from './list-roles.ts'
import { roleMatrixOf } from './matrix.ts'
import * as saving from './save-role.ts'
import { makeRoleUrl } from './view-as.ts'

/** Serves the roles of a universe. */
export function roleRoutes(app: FastifyInstance): void {
  implement(app, listRoles, (ctx) => list.listRoles(ctx))
  implement(app, getRole, (ctx, { params }) => details.getRole(ctx, params.roleId))
  implement(app, saveRole, (ctx, { body }) => saving.saveRole(ctx, body))
  implement(app, deleteRole, async (ctx, { params }) => {
    await saving.deleteRole(ctx, params.roleId)
    return { ok: true as const }
  })
  implement(app, getRoleMatrix, (ctx, { params }) => roleMatrixOf(ctx, params.roleId))
  implement(app, viewAsRole, async (ctx, { params }) => ({ profileURL: await makeRoleUrl(ctx, params.roleId) }))
}
