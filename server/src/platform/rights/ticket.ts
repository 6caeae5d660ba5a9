import type { Route } from '@gensvar/contract/define-route'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Database } from '../db-types.ts'
import { AppError } from '../errors.ts'
import type { Identity } from './identity.ts'
import { issueCode, useCode } from './one-time-code.ts'
import { identifyById } from './sessions.ts'

const secondsValid = 60

const payloadSchema = z.object({ sessionId: z.number().int(), path: z.string() })

// Kept beside the identity rather than in it: only `authorise` has to know that a call came by ticket.
const paths = new WeakMap<Identity, string>()

interface TicketContext {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Makes a ticket for a URL that the browser opens by itself (download, stream, letter). It stands for the caller's
 * session, at this path alone, once, for 60 s. `path` is the URL's path without query.
 */
export function issueTicket(ctx: TicketContext & { identity: Identity }, path: string): Promise<string> {
  const wanted = canonicalPath(path)
  return issueCode(ctx, 'ticket', { sessionId: ctx.identity.sessionId, path: wanted }, secondsValid)
}

/** Who a ticket stands for; null when it is unknown, used or too old, or the session behind it has ended. */
export async function identifyByTicket(ctx: TicketContext, ticket: string): Promise<Identity | null> {
  const used = await useCode(ctx, 'ticket', ticket)
  if (!used) return null
  const { sessionId, path } = payloadSchema.parse(used)
  const identity = await identifyById(ctx, sessionId)
  if (identity) paths.set(identity, path)
  return identity
}

/** Refuses a caller who came by a ticket made for another path. */
export function checkTicketPath(
  identity: Identity,
  route: Pick<Route, 'path'>,
  params: Readonly<Record<string, unknown>>,
): void {
  const path = paths.get(identity)
  if (path === undefined) return
  const called = route.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name]
    return typeof value === 'string' ? encodeURIComponent(value) : ''
  })
  if (canonicalPath(called) !== path)
    throw new AppError('forbidden', say`This link was made for something else. Start the download again.`)
}

// Browsers and routers disagree on which characters of a path to escape; decoded segments are compared.
function canonicalPath(path: string): string {
  try {
    return JSON.stringify(path.split('?')[0]?.split('/').map(decodeURIComponent))
  } catch {
    throw new AppError('validation', say`The path of a ticket must be a path.`, { path: say`is not a valid URL path` })
  }
}
