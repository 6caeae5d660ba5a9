import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Ctx } from '#server/domain/context.ts'
import { membersWithin } from '#server/domain/rights/members-within.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'

/** A user whom the caller may change. */
export interface ManagedUser {
  userId: number
  username: string
  email: string
  firstName: string
  lastName: string
  isRoot: boolean
  /** 0 active, 1 disabled, 2 invited. */
  status: number
  lastLogin: Date | null
  /** Where they are in the session's universe; null for somebody whom only root reaches. */
  membership: { roleId: number; admin: boolean; actAs: boolean; disabled: boolean } | null
  /** How many universes they belong to. */
  memberships: number
}

/** What the checks of this file need of a context. */
type Manager = Pick<Ctx, 'db' | 'clock' | 'identity'>

/**
 * A user whom the caller may change. Throws `not_found` for somebody who is no member of the session's universe (root
 * reaches everybody), `forbidden` for a root user unless the caller is root, and for whoever may do or see more than the
 * caller, disabled or not.
 */
export async function demandManagedUser(ctx: Manager, userId: number): Promise<ManagedUser> {
  const [user] = await demandManagedUsers(ctx, [userId])
  if (!user) throw new AppError('not_found', say`There is no such user.`)
  return user
}

/** Several of them, in the order of their ids. Throws as `demandManagedUser` does, for the first who is refused. */
export async function demandManagedUsers(ctx: Manager, userIds: readonly number[]): Promise<ManagedUser[]> {
  const { db, clock, identity } = ctx
  const ids = [...new Set(userIds)]
  const found = await readUsers(db, ids, identity.universe?.id ?? 0)
  const missing = found.length < ids.length || (!identity.isRoot && found.some(({ membership }) => membership === null))
  if (missing) throw new AppError('not_found', say`There is no such user.`)
  if (identity.isRoot) return found
  if (found.some(({ isRoot }) => isRoot)) throw new AppError('forbidden', say`Only root users may change root users.`)
  const members = found.flatMap(({ userId, isRoot, membership }) =>
    membership === null || userId === identity.userId ? [] : [{ id: userId, isRoot, ...membership }],
  )
  const within = await membersWithin({ db, clock }, members, identity)
  const beyond = found.find(({ userId }) => userId !== identity.userId && !within.has(userId))
  if (beyond)
    throw new AppError('forbidden', say`${beyond.username} may see or do more than you; you cannot change them.`)
  return found
}

/**
 * Throws `forbidden` where a user belongs to other organisations too and the caller is not root: whoever changes how a
 * person signs in could otherwise become them there.
 */
export function demandOwnPerson({ identity }: Pick<Ctx, 'identity'>, user: Pick<ManagedUser, 'memberships'>): void {
  if (!identity.isRoot && user.memberships > 1)
    throw new AppError(
      'forbidden',
      say`This user belongs to other organisations as well. Only root may change their name, e-mail address and sign-in.`,
    )
}

async function readUsers(db: Kysely<Database>, ids: readonly number[], universeId: number): Promise<ManagedUser[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('app_user')
    .leftJoin('user_universe', (join) =>
      join.onRef('user_universe.user_id', '=', 'app_user.id').on('user_universe.universe_id', '=', universeId),
    )
    .select((select) => [
      'app_user.id as userId',
      'app_user.username',
      'app_user.email',
      'app_user.first_name as firstName',
      'app_user.last_name as lastName',
      'app_user.is_root as isRoot',
      'app_user.status',
      'app_user.last_login as lastLogin',
      'user_universe.role_id as roleId',
      'user_universe.admin',
      'user_universe.act_as as actAs',
      'user_universe.disabled',
      select
        .selectFrom('user_universe as every')
        .whereRef('every.user_id', '=', 'app_user.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('memberships'),
    ])
    .where('app_user.id', 'in', [...ids])
    .orderBy('app_user.id')
    .execute()
  return rows.map(({ roleId, admin, actAs, disabled, memberships, ...user }) => {
    const membership = roleId === null ? null : { roleId, admin: !!admin, actAs: !!actAs, disabled: !!disabled }
    return { ...user, membership, memberships: Number(memberships) }
  })
}
