import { say } from '@gensvar/contract/say'
import { insertUser } from '#server/domain/build/user.ts'
import { directoryOf } from '#server/features/user-editor/service.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { findUserId } from './store.ts'

/**
 * Adds an invited person, whose user name is their e-mail address, here and at the directory; returns their id. Throws
 * `conflict` at `userDTO.email` where the name is in use.
 */
export async function addPerson(tx: WriteTx, { name, email }: { name: string; email: string }): Promise<number> {
  if ((await findUserId(tx.db, email)) !== null)
    throw new AppError('conflict', say`There is already a user "${email}".`, { 'userDTO.email': say`in use` })
  const person = { username: email, email, ...nameParts(name) }
  const directory = await directoryOf(tx)
  if ((await directory.find(email)) === null) await directory.create(person)
  return (await findUserId(tx.db, email)) ?? insertUser(tx.db, { ...person, status: 2 })
}

/** First and last name: the last word is the last name. */
export function nameParts(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
