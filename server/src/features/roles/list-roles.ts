import type { listRoles as route } from '@gensvar/contract/roles'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import type { ListedRole } from '#server/domain/rights/role-sheets.ts'
import { RoleAccess } from './role-access.ts'
import { countHolders } from './store.ts'

type Answer = z.output<(typeof route)['response']>

/** The roles of the caller's universe, by name, children after their parent. */
export async function listRoles(ctx: Ctx): Promise<Answer> {
  const access = await RoleAccess.read(ctx)
  const holders = await countHolders(ctx.db, access.universe.id)
  const roles = inTree([...access.all.roles.values()]).map(({ role, depth }) => {
    const { id, name, parentId, restricted } = role
    const { users, children } = holders.get(id) ?? { users: 0, children: 0 }
    const [mayEdit, mayView] = [access.mayEdit(id), access.isWithin(id)]
    return { id, name, parentId, depth, restricted, users, children, mayEdit, mayView }
  })
  return { roles, mayCreateTop: access.isRoot }
}

/** Roles with their depth, children after their parent. */
function inTree(roles: readonly ListedRole[]): { role: ListedRole; depth: number }[] {
  const childrenOf = Map.groupBy(roles, ({ parentId }) => parentId)
  const listed = new Map<number, { role: ListedRole; depth: number }>()
  const add = (role: ListedRole, depth: number): void => {
    if (listed.has(role.id)) return
    listed.set(role.id, { role, depth })
    for (const child of childrenOf.get(role.id) ?? []) add(child, depth + 1)
  }
  for (const role of childrenOf.get(null) ?? []) add(role, 0)
  // Roles of a circle have no top. None can be made here, but they must not be missing in the list.
  for (const role of roles) add(role, 0)
  return [...listed.values()]
}
