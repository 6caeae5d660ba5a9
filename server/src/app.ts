import { randomBytes } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { bugRoutes } from './features/bugs/routes.ts'
import { filterRoutes } from './features/filters/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { identityProviderRoutes } from './features/identity-provider/mount.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { interviewRoutes } from './features/interviews/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { pathRoutes } from './features/paths/routes.ts'
import { preferenceRoutes } from './features/preferences/routes.ts'
import { rankingRoutes } from './features/rankings/routes.ts'
import { shareRoutes } from './features/shares/routes.ts'
import { surveyRoutes } from './features/surveys/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { widgetDataRoutes } from './features/widget-data/routes.ts'
import type { Config } from './platform/config.ts'
import type { Deps } from './platform/context.ts'
import { handleErrors, sendNotFound } from './platform/http-errors.ts'
import { refuseBrokenHttp, refuseExpectations, requestTimeout } from './platform/http-refusals.ts'
import { serveWeb } from './platform/web-files.ts'

/** A feature's routes, registered on the application. */
type Routes = (app: FastifyInstance) => void

/** Every feature that serves routes; one line each. */
const features: readonly Routes[] = [
  healthRoutes,
  identityProviderRoutes,
  identityRoutes,
  surveyRoutes,
  preferenceRoutes,
  pathRoutes,
  filterRoutes,
  rankingRoutes,
  interviewRoutes,
  shareRoutes,
  widgetDataRoutes,
  overviewRoutes,
  userRoutes,
  bugRoutes,
]

/** Largest JSON body taken, in bytes. */
const bodyLimit = 1024 * 1024

/** What `main` adds to the application. */
export interface AppExtras {
  /** Folder of the built web; without it only the API is served. */
  webFolder?: string
  /** Routes outside the contract. */
  routes?: Routes
}

/** Puts the HTTP application together, ready for `listen` (or, in tests, for `inject`). */
export async function buildApp(deps: Deps, extras: AppExtras = {}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: () => randomBytes(9).toString('base64url'),
    bodyLimit,
    // A drill path with its filters is one parameter.
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: true },
    // Behind a proxy the caller's address and scheme come from its headers; without one nobody may claim them.
    trustProxy: deps.config.mode === 'production' ? 'loopback' : false,
    forceCloseConnections: true,
    clientErrorHandler: refuseBrokenHttp,
    requestTimeout,
  })
  app.decorate('deps', deps)
  app.decorate('routesOfContract', [])
  app.decorateRequest('caller', null)
  handleErrors(app, deps)
  refuseExpectations(app)
  await app.register(helmet, securityHeaders(deps.config))
  // Brotli's own default is made for files compressed once, not for answers.
  await app.register(compress, { threshold: 1024, brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } })
  // A caller who is gone has no address any more.
  await app.register(rateLimit, { global: false, keyGenerator: ({ ip }) => (ip as string | undefined) ?? 'gone' })
  for (const routes of features) routes(app)
  extras.routes?.(app)
  if (extras.webFolder) await serveWeb(app, extras.webFolder)
  else app.setNotFoundHandler(sendNotFound)
  await app.ready()
  return app
}

/** Nothing but our own files may be loaded or called; styles may stand in the page, as the component library sets them. */
function securityHeaders(config: Config): Parameters<typeof helmet>[1] {
  const provider = config.identityProvider ? [new URL(config.identityProvider.url).origin] : []
  const https = config.publicUrl?.startsWith('https:') ?? false
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...provider],
        frameSrc: ["'self'", ...provider],
        formAction: ["'self'", ...provider],
        workerSrc: ["'self'", 'blob:'],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
      },
    },
    strictTransportSecurity: https,
    // The page of the identity provider comes back to us in the same window.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
  }
}
