import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { announceNotices } from '#server/domain/notices/notice-channel.ts'
import { keepingAdministrators } from '#server/domain/people/administrators.ts'
import { demandManagedUsers } from '#server/domain/people/managed-user.ts'
import { endSessionsOf } from '#server/domain/rights/sessions.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { saveDisabledRows } from './store.ts'

/**
 * Disables users in the session's universe, or enables them again; all or none. Their sessions there end at once, in every
 * process. Throws as `demandManagedUser` does, `forbidden` for oneself, and `conflict` where no administrator would be
 * left.
 */
export async function setUsersDisabled(ctx: Ctx, userIds: readonly number[], disabled: boolean): Promise<void> {
  const universeId = ctx.identity.universe?.id
  if (universeId === undefined) throw new AppError('forbidden', say`Choose an organisation first.`)
  if (userIds.includes(ctx.identity.userId))
    throw new AppError('forbidden', say`You cannot disable or enable yourself.`)
  const users = await demandManagedUsers(ctx, userIds)
  if (users.some(({ membership }) => membership === null)) throw new AppError('not_found', say`There is no such user.`)
  const ids = users.map(({ userId }) => userId)
  await write(ctx, (tx) =>
    keepingAdministrators(tx, [universeId], async () => {
      await saveDisabledRows(tx, { universeId, userIds: ids }, disabled)
      if (disabled) await endSessionsOf(tx, ids, universeId)
      const action = disabled ? 'user.disable' : 'user.enable'
      await tx.audit(...users.map(({ userId, username }) => ({ action, object: username, details: { userId } })))
      // Streams of theirs look whether their session is still there.
      await announceNotices(tx, ids)
    }),
  )
}
