import { localeCode } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import type { Ctx, Deps } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { readIdentity } from './identity-store.ts'

/** For whom work is done after their request has ended, as it is stored with a task. */
export const workOwner = z.object({
  userId: z.int(),
  /** Who acted as them when they asked for it; null without. */
  actorUserId: z.int().nullable(),
  /** The role they looked at the screens as; null without. */
  viewRoleId: z.int().nullable().default(null),
  /** Null for root outside all organisations. */
  universeId: z.int().nullable(),
  locale: localeCode,
  /** Number of the last transaction of their session, which figures must include; null without one. */
  lastWrite: z.int().nullable(),
})

/** For whom work is done after their request has ended. */
export type WorkOwner = z.infer<typeof workOwner>

/** How long work of a task may take in all, in ms. */
const longest = 24 * 60 * 60_000

/**
 * The context of work that a task does for a user: with the rights they have now, and in an impersonated session only
 * those that the actor has as well. `name` stands for the request in logs and the audit log. Throws `forbidden` where
 * either of them may no longer enter the organisation, or act as the other.
 */
export async function ownerContext(
  deps: Deps,
  { userId, actorUserId, viewRoleId, universeId, locale, lastWrite }: WorkOwner,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<Ctx> {
  const identity = await readIdentity(deps.db, {
    sessionId: 0,
    userId,
    universeId,
    actorUserId,
    viewRoleId,
    lastWrite: { xid: lastWrite },
    expiresAt: deps.clock.now(),
  })
  if (!identity) throw new AppError('forbidden', say`Whoever asked for this may no longer work in this organisation.`)
  // In turns of its own, so that it does not delay what the same user looks at meanwhile.
  const work = {
    caller: `task of user ${actorUserId ?? userId}`,
    signal,
    endsAt: Date.now() + longest,
    isBackground: true,
  }
  return { ...deps, identity, locale, requestId: name, work }
}

/**
 * The owner of work that a caller asks for, to be stored with its task. Throws `forbidden` for an API key: the task would
 * not be limited to its place.
 */
export function ownerOf({ identity, locale }: Pick<Ctx, 'identity' | 'locale'>): WorkOwner {
  if (identity.key) throw new AppError('forbidden', say`This cannot be asked for with an API key.`)
  return {
    userId: identity.userId,
    actorUserId: identity.viewedRole === undefined ? (identity.actor?.userId ?? null) : null,
    viewRoleId: identity.viewedRole === undefined ? null : (identity.role?.id ?? null),
    universeId: identity.universe?.id ?? null,
    locale,
    lastWrite: identity.lastWrite.xid,
  }
}
