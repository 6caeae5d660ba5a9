import { say } from '@gensvar/contract/say'
import { insertMemberships, insertUsers, replaceFilters } from '#server/domain/build/user.ts'
import { announceNotices } from '#server/domain/notices/notice-channel.ts'
import { openable } from '#server/domain/people/openable.ts'
import { endSessionsOf } from '#server/domain/rights/sessions.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { setUsersDisabled } from '#server/features/user-editor/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { invitedPerson } from './add-person.ts'
import { listMembersById, saveImportedRows } from './plan-store.ts'
import type { PlannedUser } from './plan-users.ts'
import type { SheetProblem } from './read-sheet.ts'

/** Users that are stored by one statement. */
const storedAtOnce = 500

/** A user of a file with their id. */
type Applied = PlannedUser & { userId: number }

/**
 * Stores the users of a file, and answers what was refused, at its row: the caller then undoes all of it. Throws where the
 * request has ended.
 */
export async function applyUsers(
  tx: WriteTx,
  universeId: number,
  users: readonly PlannedUser[],
): Promise<SheetProblem[]> {
  const problems: SheetProblem[] = []
  const applied: Applied[] = []
  for (let at = 0; at < users.length; at += storedAtOnce) {
    tx.work?.signal.throwIfAborted()
    const { stored, refused } = await storeUsers(tx, universeId, users.slice(at, at + storedAtOnce))
    applied.push(...stored)
    problems.push(...refused)
  }
  problems.push(...(await beyondCaller(tx, universeId, applied)))
  if (problems.length > 0) return problems
  const known = applied.filter(({ id }) => id !== null).map(({ userId }) => userId)
  await endSessionsOf(tx, known, universeId)
  await announceNotices(tx, known)
  await tx.audit(
    ...applied.map(({ id, userId, roleId, email }) => ({
      ...{ action: id === null ? 'user.create' : 'user.save', object: email, details: { userId, roleId } },
    })),
  )
  for (const disabled of [true, false]) {
    const refused = await disable(
      tx,
      applied.filter((user) => user.disables && user.disabled === disabled),
      disabled,
    )
    problems.push(...refused)
  }
  return problems
}

async function storeUsers(
  tx: WriteTx,
  universeId: number,
  users: readonly PlannedUser[],
): Promise<{ stored: Applied[]; refused: SheetProblem[] }> {
  const { db } = tx
  const added = await insertUsers(
    db,
    users.filter(({ id }) => id === null).map((user) => ({ ...invitedPerson(user), status: 2 as const })),
  )
  const ids = new Map(added.map(({ id, username }) => [username, id]))
  const stored = users.flatMap((user) => {
    const userId = user.id ?? ids.get(user.email)
    return userId === undefined ? [] : [{ ...user, userId }]
  })
  // Somebody was given the name since the file was checked against the names in use.
  const refused = users
    .filter((user) => !stored.some(({ row }) => row === user.row))
    .map(({ row, email }) => ({ words: say`There is already a user "${email}".`, row, column: 'email', read: email }))
  await insertMemberships(
    db,
    stored.filter(({ id }) => id === null).map(({ userId, roleId }) => ({ userId, universeId, roleId })),
  )
  await saveImportedRows(db, universeId, stored)
  await replaceFilters(
    db,
    stored.flatMap(({ userId, filters }) => filters.map((filter) => ({ userId, universeId, ...filter }))),
  )
  return { stored, refused }
}

/** Nobody makes somebody who may do or see more than themselves. */
async function beyondCaller(tx: WriteTx, universeId: number, applied: readonly Applied[]): Promise<SheetProblem[]> {
  const members = await listMembersById(
    tx.db,
    universeId,
    applied.map(({ userId }) => userId),
  )
  const open = await openable(tx, members)
  return applied
    .filter(({ userId }) => !open.has(userId))
    .map(({ row, email }) => {
      const words = say`${email} may see or do more than you; you cannot change them.`
      return { words, row, column: null, read: email }
    })
}

async function disable(tx: WriteTx, users: readonly Applied[], disabled: boolean): Promise<SheetProblem[]> {
  if (users.length === 0) return []
  try {
    await setUsersDisabled(
      tx,
      users.map(({ userId }) => userId),
      disabled,
    )
    return []
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable' || error.code === 'internal') throw error
    // It is about the last administrator, if anybody.
    const at = users.findLast(({ isAdmin }) => isAdmin) ?? users[0]
    return [{ words: error.words, row: at?.row ?? null, column: 'disabled', read: at?.email ?? null }]
  }
}
