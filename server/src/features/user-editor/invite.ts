import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { Invitation } from '#server/domain/people/directory.ts'
import { demandManagedUser, demandOwnPerson } from '#server/domain/people/managed-user.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { directoryOf } from './directories.ts'

/**
 * Has a user choose a password: by mail, or by a link that is answered this once. Throws as `demandManagedUser` does,
 * `forbidden` for a member of other organisations too, and `conflict` for somebody who is disabled.
 */
export async function inviteUser(ctx: Ctx, userId: number): Promise<Invitation> {
  const user = await demandManagedUser(ctx, userId)
  demandOwnPerson(ctx, user)
  if (user.status === 1 || user.membership?.disabled)
    throw new AppError('conflict', say`${user.username} is disabled. Enable the user first.`)
  const directory = await directoryOf(ctx)
  const invitation = await directory.invite(user.username)
  await write(ctx, (tx) =>
    tx.audit({ action: 'user.invite', object: user.username, details: { userId, mailed: invitation.mailed } }),
  )
  return invitation
}
