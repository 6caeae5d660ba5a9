import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { announceNotices } from '#server/domain/notices/notice-channel.ts'
import { demandManagedUser } from '#server/domain/people/managed-user.ts'
import { endSessionsOf } from '#server/domain/rights/sessions.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { directoryOf } from './directories.ts'
import { findUserByName, renameUserRow } from './store.ts'

/** Whether nobody has a user name, here and in the directory. Throws as the directory does. */
export async function checkEmailAvailability(ctx: Ctx, email: string): Promise<{ available: boolean }> {
  if (await findUserByName(ctx.db, email)) return { available: false }
  return { available: await (await directoryOf(ctx)).isNameFree(email) }
}

/**
 * Gives a user another user name, in the directory and here; their sessions end. Throws `not_found` for a name nobody
 * has, `validation` for the same name, `conflict` for one in use, and as the directory does: then nothing is changed.
 */
export async function changeUsername(
  ctx: Ctx,
  { oldUsername, newUsername }: { oldUsername: string; newUsername: string },
): Promise<{ username: string }> {
  const found = await findUserByName(ctx.db, oldUsername)
  if (!found) throw new AppError('not_found', say`There is no user "${oldUsername}".`)
  const { userId, username } = await demandManagedUser(ctx, found.id)
  if (newUsername === username)
    throw new AppError('validation', say`The new user name is the old one.`, { newUsername: say`is the old one` })
  const taken = await findUserByName(ctx.db, newUsername)
  if (taken && taken.id !== userId)
    throw new AppError('conflict', say`There is already a user "${newUsername}".`, { newUsername: say`in use` })
  let isRenamedThere = false
  try {
    await write(ctx, async (tx) => {
      const directory = await directoryOf(tx)
      // Of somebody whom the directory does not know only our own record is renamed.
      if (await directory.find(username)) {
        await directory.rename(username, newUsername)
        isRenamedThere = true
      }
      await renameUserRow(tx, { userId, before: username }, newUsername)
      await tx.audit({ action: 'user.rename', object: newUsername, details: { userId, before: username } })
      await endSessionsOf(tx, userId)
      await announceNotices(tx, [userId])
      if (isRenamedThere) await directory.endSessions(newUsername)
    })
  } catch (error) {
    if (isRenamedThere) await renameBack(ctx, newUsername, username)
    throw error
  }
  return { username: newUsername }
}

/** Undoes a new name at a directory that is not part of the transaction. */
async function renameBack(ctx: Ctx, newUsername: string, username: string): Promise<void> {
  try {
    const directory = await directoryOf(ctx)
    if (await directory.find(newUsername)) await directory.rename(newUsername, username)
  } catch (error) {
    ctx.log.error({ err: error, userId: ctx.identity.userId }, 'a user name could not be changed back')
  }
}
