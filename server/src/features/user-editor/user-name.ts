import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { announceNotices } from '#server/domain/notices/notice-channel.ts'
import type { Directory } from '#server/domain/people/directory.ts'
import { demandManagedUser } from '#server/domain/people/managed-user.ts'
import { endSessionsOf } from '#server/domain/rights/sessions.ts'
import { AppError } from '#server/platform/errors.ts'
import { directoryOf } from './directories.ts'
import { findUserByName, renameUserRow } from './store.ts'
import { writeWithDirectory } from './with-directory.ts'
import type { Undo } from './with-directory.ts'

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
  await writeWithDirectory(
    ctx,
    (directory, undo) => renameThere(directory, { username, newUsername }, undo),
    async (tx) => {
      await renameUserRow(tx, { userId, before: username }, newUsername)
      await tx.audit({ action: 'user.rename', object: newUsername, details: { userId, before: username } })
      await endSessionsOf(tx, userId)
      await announceNotices(tx, [userId])
    },
  )
  return { username: newUsername }
}

/** Renames a person at the directory and ends their sign-ins; one it does not know is renamed in our records alone. */
async function renameThere(
  directory: Directory,
  { username, newUsername }: { username: string; newUsername: string },
  undo: Undo[],
): Promise<void> {
  const before = await directory.find(username)
  if (before) {
    // Also where renaming failed, because its answer may have been lost; never somebody else who has the name.
    undo.push(async () => {
      const now = await directory.find(newUsername)
      if (now?.userId === before.userId) await directory.rename(newUsername, username)
    })
    await directory.rename(username, newUsername)
  }
  // The embedded directory has the new name already: it is our record.
  if (await directory.find(newUsername)) await directory.endSessions(newUsername)
}
