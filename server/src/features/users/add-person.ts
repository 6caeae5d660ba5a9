import type { Kysely } from 'kysely'
import { demandFreeName, insertUser } from '#server/domain/build/user.ts'
import type { NewPerson } from '#server/domain/people/directory.ts'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'

/** A person to be invited, whose user name is their e-mail address. */
export function invitedPerson({ name, email }: { name: string; email: string }): NewPerson {
  return { username: email, email, ...nameParts(name) }
}

/** Stores an invited person; returns their id. Throws `conflict` at `userDTO.email` where the name is in use. */
export function storePerson(tx: WriteTx, person: NewPerson): Promise<number> {
  return atEmail(insertUser(tx.db, { ...person, status: 2 }))
}

/** Throws `conflict` at `userDTO.email` where somebody has an address as their user name. */
export function demandFreeAddress(db: Kysely<Database>, email: string): Promise<void> {
  return atEmail(demandFreeName(db, email))
}

/** Tells of a name in use at the field of the form. */
async function atEmail<R>(work: Promise<R>): Promise<R> {
  try {
    return await work
  } catch (error) {
    const words = error instanceof AppError ? error.fields?.['username'] : undefined
    throw error instanceof AppError && words ? new AppError(error.code, error.words, { 'userDTO.email': words }) : error
  }
}

/** First and last name: the last word is the last name. */
export function nameParts(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}
