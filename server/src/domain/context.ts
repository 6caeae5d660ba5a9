import type { Route } from '@gensvar/contract/define-route'
import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Credentials } from '#server/platform/http.ts'
import type { Analytics } from './figures/engine/analytics.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Identity, IdentityUniverse } from './rights/identity.ts'
import type { Work } from '#server/platform/work.ts'

/** Finds out who is calling: null without credentials. Throws `unauthenticated` for an invalid or expired token. */
export type Identify = (deps: Deps, credentials: Credentials) => Promise<Identity | null>

/** Throws when the caller lacks the route's permission; runs before query and body are read. */
export type Authorise = (ctx: Ctx, route: Route, params: Readonly<Record<string, unknown>>) => Promise<void>

/** The program's dependencies, created once in `main` (or by a test). */
export interface Deps {
  config: Config
  db: Kysely<Database>
  /** The pool behind `db`, for what the query builder cannot do: LISTEN, cursors, COPY. */
  pool: pg.Pool
  analytics: Analytics
  clock: Clock
  log: Logger
  identify: Identify
  authorise: Authorise
}

/** Context of a request by a signed-in caller. */
export interface Ctx extends Deps {
  identity: Identity
  /** Language of words and numbers in the answer. */
  locale: Locale
  requestId: string
  /** The caller that figures and lists are computed for, and the signal that aborts them; left out for the program. */
  work?: Work
}

/** Context of a request to a route that needs no sign-in. */
export interface OpenCtx extends Deps {
  identity: Identity | null
  requestId: string
}

/** Makes the context of a request to a route that needs no sign-in. */
export function openContext(deps: Deps, requestId: string, identity: Identity | null = null): OpenCtx {
  return { ...deps, identity, requestId }
}

/**
 * A context for work outside requests: commands, the demo, publishing, tasks. It has the rights of root. `program`
 * names the part of the program for the audit log; `universe` is where surveys are looked up.
 */
export function programContext<D extends { clock: Clock }>(
  deps: D,
  program: string,
  universe: IdentityUniverse | null = null,
): D & Pick<Ctx, 'identity' | 'locale' | 'requestId'> {
  const locale = universe?.defaultLocale ?? 'en'
  const identity: Identity = {
    sessionId: 0,
    userId: 0,
    username: program,
    isRoot: true,
    isUserAdmin: true,
    mayCreateSurveys: true,
    mayEditDashboards: true,
    mayActAs: false,
    universe,
    role: null,
    locale,
    actor: null,
    program,
    lastWrite: { xid: null },
    expiresAt: deps.clock.now(),
  }
  return { ...deps, identity, locale: isLocale(locale) ? locale : 'en', requestId: '' }
}
