import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { mostOffered, mostRecipients } from '@gensvar/contract/subscriptions'
import type { listSubscriptionRecipients as listRoute } from '@gensvar/contract/subscriptions'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { listActiveMembers } from '#server/domain/people/active-members.ts'
import type { ActiveMember } from '#server/domain/people/active-members.ts'
import { checkRank } from '#server/domain/rights/authorise.ts'
import { membersWithin } from '#server/domain/rights/members-within.ts'
import { ownerContext } from '#server/domain/rights/owner-context.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkSubscribed } from './asked.ts'

/** Somebody who is to get a report. */
export interface Recipient {
  userId: number
  name: string
  locale: Locale
  /** What it is and of which place, in their language. */
  title: string
}

/** Somebody who is not subscribed, and why. */
export interface Skipped {
  name: string
  reason: Words
}

/** Most users that are compared with the caller at a time. */
const mostCompared = 1000

/**
 * Users whom the caller may subscribe to reports, by name: active ones of their organisation who may do and see nothing that
 * the caller may not. Throws `forbidden` for a restricted role.
 */
export async function listSubscriptionRecipients(ctx: Ctx, term: string): Promise<z.input<typeof listRoute.response>> {
  const { rows, total } = await listActiveMembers(ctx.db, { ...among(ctx), term }, mostCompared)
  const within = await membersWithin(ctx, rows, ctx.identity)
  const offered = rows.filter(({ id }) => within.has(id))
  return {
    users: offered.slice(0, mostOffered).map(({ id, username, name }) => ({ userId: id, username, name })),
    hasMore: offered.length > mostOffered || total > rows.length,
  }
}

/**
 * Users whom the caller subscribes to a report, each with its title, and those who may not have it. Throws `not_found` at
 * `userIds`, in the same words, for users of other organisations, for those who may see or do more than the caller, for
 * disabled ones and for none; `forbidden` where the caller may not see users.
 */
export async function findRecipients(
  ctx: Ctx,
  survey: string,
  { userIds, kind, asked }: { userIds: readonly number[]; kind: string; asked: unknown },
): Promise<{ recipients: Recipient[]; skipped: Skipped[] }> {
  checkRank(ctx, 'user-admin')
  const ids = [...new Set(userIds)]
  const { rows } = await listActiveMembers(ctx.db, { ...among(ctx), term: '', ids }, mostRecipients)
  const within = await membersWithin(ctx, rows, ctx.identity)
  if (ids.some((id) => !within.has(id))) {
    const words = say`There is no such user whom you may subscribe.`
    throw new AppError('not_found', words, { userIds: words })
  }
  const recipients: Recipient[] = []
  const skipped: Skipped[] = []
  for (const member of rows) {
    const title = await titleFor(ctx, survey, member, { kind, asked })
    const { id: userId, name } = member
    if (title === null) skipped.push({ name, reason: say`may not have this report` })
    else recipients.push({ userId, name, title, locale: localeOf(member) })
  }
  return { recipients, skipped }
}

function among({ identity }: Ctx): { universeId: number; exceptUserId: number } {
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  if (identity.role?.restricted) throw new AppError('forbidden', say`You can open your own details only.`)
  return { universeId: identity.universe.id, exceptUserId: identity.userId }
}

function localeOf({ locale }: ActiveMember): Locale {
  return isLocale(locale) ? locale : 'en'
}

/** The title of a report that a user may have with their own rights; null where they may not. */
async function titleFor(
  ctx: Ctx,
  survey: string,
  member: ActiveMember,
  { kind, asked }: { kind: string; asked: unknown },
): Promise<string | null> {
  const of = {
    userId: member.id,
    actorUserId: null,
    viewRoleId: null,
    universeId: ctx.identity.universe?.id ?? null,
    locale: localeOf(member),
    lastWrite: null,
  }
  const signal = ctx.work?.signal ?? new AbortController().signal
  signal.throwIfAborted()
  try {
    const reader = await ownerContext(ctx, of, { name: ctx.requestId, signal })
    return (await checkSubscribed(reader, survey, kind, asked)).title
  } catch (error) {
    if (error instanceof AppError && ['forbidden', 'not_found', 'validation'].includes(error.code)) return null
    throw error
  }
}
