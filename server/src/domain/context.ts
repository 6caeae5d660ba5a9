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

/** Asks who calls: null for nobody. Throws `unauthenticated` for a token that is not (or no longer) good. */
export type Identify = (deps: Deps, credentials: Credentials) => Promise<Identity | null>

/** Refuses a call whose route's permission the caller lacks, by throwing; runs before query and body are read. */
export type Authorise = (ctx: Ctx, route: Route, params: Readonly<Record<string, unknown>>) => Promise<void>

/** Everything the program is made of, put together once in `main` (or by a test). */
export interface Deps {
  config: Config
  db: Kysely<Database>
  /** The pool behind `db`, for what the builder cannot say: LISTEN, cursors, COPY. */
  pool: pg.Pool
  analytics: Analytics
  clock: Clock
  log: Logger
  identify: Identify
  authorise: Authorise
}

/** A request of somebody known. */
export interface Ctx extends Deps {
  identity: Identity
  /** Language of the words and figures in the answer. */
  locale: Locale
  requestId: string
  /** For whom and until when figures and lists are made; left out, they are the program's own. */
  work?: Work
}

/** A request to a route that is open to everybody. */
export interface OpenCtx extends Deps {
  identity: Identity | null
  requestId: string
}

/** The context of a request by nobody known, or by a caller who may be nobody. */
export function openContext(deps: Deps, requestId: string, identity: Identity | null = null): OpenCtx {
  return { ...deps, identity, requestId }
}

/**
 * A context for work that is no request: commands, the demo, publishing, tasks. It may do what root may. `program` names
 * the part of the program, for the audit log; `universe` is where surveys are looked up.
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
