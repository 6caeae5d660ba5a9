import type { ErrorCode } from '@gensvar/contract/errors'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { configuredAddress } from '#server/platform/addresses.ts'
import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { ensureAdministratorRole, findRole } from '#server/domain/build/role.ts'
import { insertMembership, insertUser } from '#server/domain/build/user.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { embeddedProvider, passwordLink } from '#server/features/identity-provider/service.ts'
import { findProfile, listMemberships, listRoles, listUniverses } from './store.ts'

export { realmOf } from './realm.ts'

const day = 86_400

/** A user to be added from the shell. */
export interface UserRequest {
  username: string
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  isRoot: boolean
  /** Administers the universe's users. */
  admin: boolean
  universe?: string | undefined
  role?: string | undefined
}

/** The result of adding a user: the link that sets the password, or null if a Keycloak keeps passwords. */
export interface AddedUser {
  userId: number
  link: string | null
  days: number
}

/**
 * Adds a user with their roles in one transaction. Throws `validation` for contradictory options, `conflict` for a name
 * in use, and `not_found`, listing the existing ones, for an unknown universe or role.
 */
export async function addUser(ctx: Ctx, wish: UserRequest): Promise<AddedUser> {
  const username = wish.username.trim()
  if (username === '' || /\s/.test(username))
    throw new AppError('validation', say`The user name must not be empty or contain spaces.`)
  if (!wish.isRoot && wish.universe === undefined)
    throw refusal('validation', say`Name the universe the user belongs to, or make them root.`, 'universe', 'root')
  if (wish.universe === undefined && (wish.role !== undefined || wish.admin))
    throw refusal('validation', say`Roles and administration of users are given in a universe: name it.`, 'universe')
  const userId = await write(ctx, async (tx) => {
    const id = await insertUser(tx.db, {
      username,
      email: wish.email ?? (username.includes('@') ? username : ''),
      firstName: wish.firstName ?? '',
      lastName: wish.lastName ?? '',
      isRoot: wish.isRoot,
      status: 2,
    })
    const universeId = wish.universe === undefined ? null : await join(tx, id, wish.universe, wish)
    const details = { userId: id, root: wish.isRoot, admin: wish.admin }
    await tx.audit({ action: 'user.add', universeId, object: username, details })
    return id
  })
  const embedded = await embeddedProvider(ctx)
  const origin = configuredAddress(ctx.config)
  const days = 7
  return { userId, days, link: embedded ? await passwordLink(ctx, userId, origin, days * day) : null }
}

/**
 * Starts a session of a user for scripts; returns its token. Throws `not_found` for an unknown user or universe, and
 * `validation` where the user has several universes and none is named.
 */
export async function makeToken(
  ctx: Ctx,
  wish: { user: string; universe?: string | undefined },
): Promise<{ token: string; universe: string }> {
  const profile = await findProfile(ctx.db, wish.user.trim())
  if (!profile) throw new AppError('not_found', say`There is no active user "${wish.user}".`)
  const memberships = await listMemberships(ctx.db, profile)
  const names = memberships.map((one) => one.name).join(', ') || say`none`
  const explicit = memberships.filter((one) => one.explicit)
  const only = memberships.length === 1 ? memberships[0] : explicit.length === 1 ? explicit[0] : undefined
  const universe = wish.universe === undefined ? only : memberships.find((one) => one.name === wish.universe)
  if (!universe && wish.universe !== undefined)
    throw new AppError(
      'not_found',
      say`${profile.username} does not belong to a universe "${wish.universe}"; there are: ${names}.`,
    )
  if (!universe)
    throw refusal('validation', say`Name the universe; ${profile.username} may enter: ${names}.`, 'universe')
  const { userId } = profile
  const { universeId } = universe
  const { token } = await write(ctx, async (tx) => {
    await tx.audit({ action: 'token.make', by: { userId }, universeId, object: universe.name })
    return startSession(tx, { userId, universeId, actorUserId: null })
  })
  return { token, universe: universe.name }
}

async function join(tx: WriteTx, userId: number, universeName: string, wish: UserRequest): Promise<number> {
  const universes = await listUniverses(tx.db)
  const universe = universes.find((one) => one.name === universeName)
  if (!universe) {
    const names = universes.map((one) => one.name).join(', ') || say`none yet; an import creates one`
    throw new AppError('not_found', say`There is no universe "${universeName}"; there are: ${names}.`)
  }
  await insertMembership(tx.db, {
    userId,
    universeId: universe.id,
    roleId: await roleFor(tx, universe, wish),
    admin: wish.admin,
    actAs: wish.admin,
  })
  return universe.id
}

async function roleFor({ db }: WriteTx, universe: { id: number; name: string }, wish: UserRequest): Promise<number> {
  if (wish.role === undefined && (wish.admin || wish.isRoot)) return ensureAdministratorRole(db, universe.id)
  const role = wish.role === undefined ? null : await findRole(db, universe.id, wish.role)
  if (role !== null) return role
  const roles = await listRoles(db, universe.id)
  const names = roles.map((one) => one.name).join(', ') || say`none`
  throw refusal('not_found', say`Name the user's role; roles of ${universe.name}: ${names}.`, 'role')
}

/** An error that other values of these fields would avoid. */
function refusal(code: ErrorCode, words: Words, ...fields: string[]): AppError {
  return new AppError(code, words, Object.fromEntries(fields.map((field) => [field, words])))
}
