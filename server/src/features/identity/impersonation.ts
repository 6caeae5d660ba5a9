import { loginStatus } from '@gensvar/contract/entities/identity'
import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { readIdentity } from '#server/domain/rights/identity-store.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import { issueCode, useCode } from '#server/domain/rights/one-time-code.ts'
import { identifyById, isSessionThere, startSession } from '#server/domain/rights/sessions.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import { rightsWithin } from '#server/domain/rights/subset.ts'
import { checkRoleView, roleLinkPayload } from '#server/features/roles/service.ts'
import { answerWithSession } from './answer.ts'
import type { SignedIn } from './sign-in.ts'
import { findProfile, findProfileById, listMemberships } from './store.ts'

const secondsValid = 60

const payloadSchema = z.union([z.object({ sessionId: z.int(), userId: z.int(), universeId: z.int() }), roleLinkPayload])

/**
 * Makes a link with which only the caller's browser can start acting as a user of a universe, within 60 s. Throws
 * `forbidden` if the caller may not act as others there or would gain rights by it, `not_found` if there is no such
 * user.
 */
export async function makeProfileUrl(ctx: Ctx, wanted: { universe: string; user: string }): Promise<string> {
  const { identity } = ctx
  try {
    const { universeId, userId } = await findTarget(ctx, identity, wanted)
    await demandWithin(ctx, identity, { universeId, userId })
    const code = await issueCode(ctx, 'act-as', { sessionId: identity.sessionId, userId, universeId }, secondsValid)
    return `/?profile=${code}`
  } catch (error) {
    if (error instanceof AppError) await noteRefusal(ctx, `${wanted.universe}/${wanted.user}`, error.message)
    throw error
  }
}

/**
 * Starts acting as the user, or looking as the role, of a profile link. `actor` is the user of the session cookie. Throws `forbidden` or
 * `not_found`.
 */
export async function startActing(
  deps: WriteContext & Pick<Deps, 'clock'>,
  actor: Identity,
  code: string,
): Promise<SignedIn> {
  const used = await useCode(deps, 'act-as', code)
  if (!used) throw new AppError('not_found', say`This link has been used or has expired. Choose the user again.`)
  const wanted = payloadSchema.parse(used)
  const { sessionId, universeId } = wanted
  if (sessionId !== actor.sessionId || actor.actor)
    throw new AppError(
      'forbidden',
      say`This link was made in another window or by somebody else. Choose the user again.`,
    )
  // Rights may have changed since the link was made.
  const role = 'roleId' in wanted ? await checkRoleView({ ...deps, identity: actor }, wanted) : null
  const userId = 'roleId' in wanted ? actor.userId : wanted.userId
  if (role === null) await demandWithin(deps, actor, { universeId, userId })
  const { session, identity } = await write(deps, async (tx) => {
    const proof = (): Promise<boolean> => isSessionThere(tx.db, actor.sessionId)
    const as = role ? { actorUserId: null, viewRoleId: role.id } : { actorUserId: actor.userId }
    const session = await startSession(tx, { userId, universeId, ...as }, proof)
    const identity = await identifyById(tx, session.id)
    if (!identity) throw new AppError('not_found', say`This user no longer exists.`)
    await tx.audit({
      action: role ? 'role.view' : 'impersonate',
      by: { userId, actorUserId: actor.userId },
      universeId,
      object: role?.name ?? identity.username,
      details: { actor: actor.username },
    })
    return { session, identity }
  })
  return {
    answer: await answerWithSession(deps.db, identity, loginStatus.signedIn, session.token),
    cookie: session.cookie,
  }
}

/** The call fails, but its audit entry is kept. */
async function noteRefusal(ctx: Ctx, object: string, reason: string): Promise<void> {
  const by = { userId: null, actorUserId: ctx.identity.userId }
  await write(ctx, (tx) =>
    tx.audit({ action: 'impersonate.refused', by, universeId: null, object, details: { reason } }),
  )
}

async function findTarget(ctx: Ctx, actor: Identity, wanted: { universe: string; user: string }) {
  const profile = await findProfileById(ctx.db, actor.userId)
  const memberships = profile ? await listMemberships(ctx.db, profile) : []
  const universe = memberships.find((one) => one.name === wanted.universe)
  if (!universe?.mayActAs) throw new AppError('forbidden', say`You may not act as users of ${wanted.universe}.`)
  const target = await findProfile(ctx.db, wanted.user)
  const theirs = target ? await listMemberships(ctx.db, target) : []
  if (!target || !theirs.some((one) => one.universeId === universe.universeId && one.explicit))
    throw new AppError('not_found', say`${wanted.universe} has no active user ${wanted.user}.`)
  if (target.userId === actor.userId) throw new AppError('forbidden', say`You already are this user.`)
  return { universeId: universe.universeId, userId: target.userId }
}

async function demandWithin(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Identity,
  target: { universeId: number; userId: number },
): Promise<void> {
  const { universeId } = target
  const { sessionId, lastWrite, expiresAt } = actor
  const common = { sessionId, universeId, actorUserId: null, lastWrite, expiresAt }
  const outer = await readIdentity(deps.db, { ...common, userId: actor.userId })
  const inner = await readIdentity(deps.db, { ...common, userId: target.userId })
  if (!outer?.mayActAs) throw new AppError('forbidden', say`You may not act as users of this organisation.`)
  if (!inner) throw new AppError('not_found', say`There is no such active user.`)
  if (inner.isRoot || !(await rightsWithin(deps, inner, outer)))
    throw new AppError('forbidden', say`${inner.username} may see or do more than you; you cannot act as them.`)
}
