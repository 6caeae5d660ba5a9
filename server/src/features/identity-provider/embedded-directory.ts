import { say } from '@gensvar/contract/say'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { insertUser, plainName } from '#server/domain/build/user.ts'
import type { Directory, DirectoryRecord } from '#server/domain/people/directory.ts'
import { endSessionsOf } from '#server/domain/rights/sessions.ts'
import { write } from '#server/domain/write.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { mailPasswordLink } from './invitation-mail.ts'
import { passwordLink } from './password-link.ts'
import { endAccountRecords } from './store.ts'

/** How long an invited person may take, in seconds. */
const linkSeconds = 7 * 86_400

/**
 * The embedded identity provider as a directory: its people are our own records of users. Whoever changes them writes the
 * audit entry, as for any directory.
 */
export function embeddedDirectory(ctx: Ctx): Directory {
  const { db } = ctx
  const known = async (username: string): Promise<UserRow> => {
    const user = await findUser(db, username)
    if (!user) throw new AppError('not_found', say`There is no user "${username}".`)
    return user
  }
  return {
    isOurs: true,
    async find(username) {
      const user = await findUser(db, username)
      return user ? recordOf(user) : null
    },
    isNameFree: async (username) => (await findUser(db, username)) === undefined,
    async create(person) {
      const { username, email, firstName, lastName } = person
      const id = await write(ctx, (tx) => insertUser(tx.db, { username, email, firstName, lastName, status: 2 }))
      return { ...person, userId: String(id), enabled: true }
    },
    async save(username, { email, firstName, lastName, enabled }) {
      const { id, status } = await known(username)
      await write(ctx, async (tx) => {
        await tx.db
          .updateTable('app_user')
          .set({ email, first_name: firstName, last_name: lastName, status: statusOf(status, enabled) })
          .where('id', '=', id)
          .execute()
      })
    },
    async rename(username, newUsername) {
      const { id, email } = await known(username)
      const other = await findUser(db, newUsername)
      if (other && other.id !== id)
        throw new AppError('conflict', say`There is already a user "${newUsername}".`, { username: say`in use` })
      await write(ctx, async (tx) => {
        await tx.db
          .updateTable('app_user')
          .set({ username: newUsername, ...(email.toLowerCase() === username.toLowerCase() && { email: newUsername }) })
          .where('id', '=', id)
          .execute()
      })
    },
    async invite(username) {
      const { id } = await known(username)
      const origin = configuredAddress(ctx.config)
      if (ctx.config.mail && (await mailPasswordLink(ctx, id, { origin, seconds: linkSeconds })))
        return { link: null, mailed: true }
      return { link: await passwordLink(ctx, id, origin, linkSeconds), mailed: false }
    },
    async endSessions(username) {
      const { id } = await known(username)
      await write(ctx, async (tx) => {
        await endSessionsOf(tx, id)
        await endAccountRecords(tx.db, id)
        // Ends access tokens that are still good.
        await tx.db
          .updateTable('app_user')
          .set((update) => ({ credential_version: update('credential_version', '+', 1) }))
          .where('id', '=', id)
          .execute()
      })
    },
  }
}

type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

function findUser(db: Kysely<Database>, username: string) {
  return db
    .selectFrom('app_user')
    .select(['id', 'username', 'email', 'first_name as firstName', 'last_name as lastName', 'status'])
    .where(sql<boolean>`lower(username) = lower(${plainName(username)})`)
    .orderBy(sql`username = ${username}`, 'desc')
    .executeTakeFirst()
}

function recordOf({ id, status, ...user }: UserRow): DirectoryRecord {
  return { ...user, userId: String(id), enabled: status !== 1 }
}

/** Somebody enabled again is invited until they have signed in. */
function statusOf(before: number, enabled: boolean) {
  if (!enabled) return 1
  return before === 1 ? sql<number>`case when last_login is null then 2 else 0 end` : before
}
