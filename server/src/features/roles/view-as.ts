import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { issueCode } from '#server/domain/rights/one-time-code.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { RoleAccess } from './role-access.ts'

const secondsValid = 60

/** What the code of a link for looking as a role stands for. */
export const roleLinkPayload = z.object({ sessionId: z.int(), roleId: z.int(), universeId: z.int() })

/**
 * Makes a link with which only the caller's browser can look at the screens as a role, within 60 s. Throws as
 * `checkRoleView` does; a refusal is noted in the audit log.
 */
export async function makeRoleUrl(ctx: Ctx, roleId: number): Promise<string> {
  const { identity } = ctx
  try {
    const universeId = identity.universe?.id ?? 0
    await checkRoleView(ctx, { roleId, universeId })
    const code = await issueCode(ctx, 'act-as', { sessionId: identity.sessionId, roleId, universeId }, secondsValid)
    return `/?profile=${code}`
  } catch (error) {
    if (error instanceof AppError)
      await write(ctx, (tx) =>
        tx.audit({ action: 'role.view.refused', object: String(roleId), details: { reason: error.message } }),
      )
    throw error
  }
}

/**
 * The role that the caller may look at the screens as. Throws `not_found` for one of another universe, `forbidden` for
 * callers who may not administer roles, and for roles that allow more than they may.
 */
export async function checkRoleView(
  ctx: Pick<Ctx, 'db' | 'identity'>,
  { roleId, universeId }: { roleId: number; universeId: number },
): Promise<{ id: number; name: string }> {
  const access = await RoleAccess.read(ctx)
  const role = access.universe.id === universeId ? access.all.roles.get(roleId) : undefined
  if (!role) throw new AppError('not_found', say`There is no such role.`)
  access.demandAdministrator()
  if (!access.isWithin(roleId))
    throw new AppError('forbidden', say`The role "${role.name}" may see or do more than you; you cannot look as it.`)
  return { id: role.id, name: role.name }
}
