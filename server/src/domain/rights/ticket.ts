import { locales } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import type { Credentials } from '#server/platform/http.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Identity } from './identity.ts'
import { issueCode, useCode } from './one-time-code.ts'
import { identifyById } from './sessions.ts'

const secondsValid = 60

const payloadSchema = z.object({
  sessionId: z.number().int(),
  userId: z.number().int(),
  resource: z.string(),
  locale: z.enum(locales),
})

interface TicketContext {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Makes a ticket for a URL that the browser opens without headers (download, stream, link in a letter). It
 * authenticates the caller's session once, within 60 s, for exactly this path and query, at routes that accept tickets.
 * `path` is the URL's path with its query, without the ticket. The answer is in the language in which the ticket was
 * asked for: the browser does not know the language of the screens.
 */
export function issueTicket(
  ctx: TicketContext & { identity: Pick<Identity, 'sessionId' | 'userId'>; locale: Locale },
  path: string,
): Promise<string> {
  const { sessionId, userId } = ctx.identity
  const payload = { sessionId, userId, resource: resourceOf(path), locale: ctx.locale }
  return issueCode(ctx, 'ticket', payload, secondsValid)
}

/**
 * The identity of a ticket; null when it is unknown, used or expired, or its session has ended. Throws `forbidden` for
 * a ticket for another URL, which cannot be used afterwards.
 */
export async function identifyByTicket(
  ctx: TicketContext,
  { code, parameter, url }: NonNullable<Credentials['ticket']>,
): Promise<Identity | null> {
  const used = payloadSchema.safeParse(await useCode(ctx, 'ticket', code))
  if (!used.success) return null
  const { sessionId, userId, resource, locale } = used.data
  if (resourceOf(url, parameter) !== resource)
    throw new AppError('forbidden', say`This link was made for something else. Start the download again.`)
  const identity = await identifyById(ctx, sessionId)
  return identity?.userId === userId ? { ...identity, askedLocale: locale } : null
}

/** A URL in normal form: its decoded path and its sorted parameters, without the ticket. */
function resourceOf(url: string, ticketParameter?: string): string {
  const [path = '', ...query] = url.split('?')
  const sorted = new URLSearchParams(query.join('?'))
  sorted.sort()
  const parameters = [...sorted].filter(([name]) => name !== ticketParameter)
  try {
    // Browsers and routers disagree on which characters of a path to escape; decoded segments are compared.
    return JSON.stringify([path.split('/').map(decodeURIComponent), parameters])
  } catch {
    throw new AppError('validation', say`The path of a ticket must be a path.`, { path: say`is not a valid URL path` })
  }
}
