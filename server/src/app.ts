import { randomBytes } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import Fastify from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { HelmetOptions } from 'helmet'
import { actionEvaluationRoutes } from './features/actions/evaluation-routes.ts'
import { actionRoutes } from './features/actions/routes.ts'
import { alertRoutes } from './features/alerts/routes.ts'
import { answerRoutes } from './features/answers/routes.ts'
import { apiRoutes } from './features/api/routes.ts'
import { apiKeyRoutes } from './features/api-keys/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { bugRoutes } from './features/bugs/routes.ts'
import { campaignLinkRoutes } from './features/campaign-links/routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { weightRoutes } from './features/weights/routes.ts'
import { effectRoutes } from './features/effects/routes.ts'
import { filterRoutes } from './features/filters/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { identityProviderRoutes } from './features/identity-provider/mount.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { interviewRoutes } from './features/interviews/routes.ts'
import { newSurveyRoutes } from './features/imports/new-survey/routes.ts'
import { dashboardEditorRoutes } from './features/dashboard-editor/routes.ts'
import { metadataRoutes } from './features/metadata/routes.ts'
import { subscriptionRoutes } from './features/subscriptions/routes.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { pathRoutes } from './features/paths/routes.ts'
import { preferenceRoutes } from './features/preferences/routes.ts'
import { publicScreenRoutes } from './features/public-screens/routes.ts'
import { widgetRoutes } from './features/public-screens/widget-routes.ts'
import { questionnaireRoutes } from './features/questionnaires/routes.ts'
import { comparisonRoutes } from './features/comparisons/routes.ts'
import { distributionRoutes } from './features/distributions/routes.ts'
import { rankingRoutes } from './features/rankings/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { roleRoutes } from './features/roles/routes.ts'
import { respondentRoutes } from './features/respondents/routes.ts'
import { sampleListRoutes } from './features/sample-list/routes.ts'
import { sampleEditorRoutes } from './features/sample-editor/routes.ts'
import { sampleRoutes } from './features/samples/routes.ts'
import { scriptRoutes } from './features/scripts/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { shareRoutes } from './features/shares/routes.ts'
import { statusRoutes } from './features/status/routes.ts'
import { surveyListRoutes } from './features/survey-list/routes.ts'
import { surveyRoutes } from './features/surveys/routes.ts'
import { tableRoutes } from './features/tables/routes.ts'
import { taskRoutes } from './features/tasks/routes.ts'
import { campaignRoutes } from './features/campaigns/routes.ts'
import { poolRoutes } from './features/pools/routes.ts'
import { sendingRulesRoutes } from './features/sending-rules/routes.ts'
import { templateRoutes } from './features/templates/routes.ts'
import { universeRoutes } from './features/universes/routes.ts'
import { userEditorRoutes } from './features/user-editor/routes.ts'
import { unitRoutes } from './features/units/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { widgetDataRoutes } from './features/widget-data/routes.ts'
import { callerOf, isPublicHttps } from './platform/addresses.ts'
import type { Config } from './platform/config.ts'
import type { Deps } from './domain/context.ts'
import { RequestsUnderWay } from './platform/requests-under-way.ts'
import { handleErrors, refuseBadUrl, sendNotFound } from './platform/http-errors.ts'
import { takeFiles } from './platform/file-body.ts'
import { demandText } from './platform/request-text.ts'
import { endSlowRequests, refuseBrokenHttp, refuseExpectations } from './platform/http-refusals.ts'
import { traceRequests } from './platform/tracing/trace-requests.ts'
import { serveWeb } from './platform/web-files.ts'

/** A feature's routes, registered on the application. */
type Routes = (app: FastifyInstance) => void

/** Every feature that serves routes; one line each. */
const features: readonly Routes[] = [
  healthRoutes,
  identityProviderRoutes,
  identityRoutes,
  surveyRoutes,
  surveyListRoutes,
  statusRoutes,
  settingsRoutes,
  backupRoutes,
  effectRoutes,
  webhookRoutes,
  auditRoutes,
  preferenceRoutes,
  pathRoutes,
  filterRoutes,
  rankingRoutes,
  comparisonRoutes,
  distributionRoutes,
  sampleListRoutes,
  alertRoutes,
  noticeRoutes,
  subscriptionRoutes,
  actionEvaluationRoutes,
  actionRoutes,
  interviewRoutes,
  sampleRoutes,
  scriptRoutes,
  shareRoutes,
  campaignLinkRoutes,
  answerRoutes,
  widgetDataRoutes,
  overviewRoutes,
  universeRoutes,
  apiKeyRoutes,
  publicScreenRoutes,
  widgetRoutes,
  userEditorRoutes,
  userRoutes,
  roleRoutes,
  bugRoutes,
  taskRoutes,
  reportRoutes,
  respondentRoutes,
  importRoutes,
  newSurveyRoutes,
  sampleEditorRoutes,
  tableRoutes,
  commentRoutes,
  weightRoutes,
  metadataRoutes,
  dashboardEditorRoutes,
  questionnaireRoutes,
  unitRoutes,
  templateRoutes,
  campaignRoutes,
  poolRoutes,
  sendingRulesRoutes,
  apiRoutes,
]

/** Largest JSON body taken, in bytes. */
const bodyLimit = 1024 * 1024

/** Options of the application, set by `main`. */
export interface AppExtras {
  /** Folder of the built web; without it only the API is served. */
  webFolder?: string
  /** Routes outside the contract. */
  routes?: Routes
  /** Is told of each answer: the route's path with its placeholders, or `none`. */
  onAnswer?: (answer: { method: string; route: string; status: number; seconds: number }) => void
}

/** Builds the HTTP application, ready for `listen` (or, in tests, for `inject`). */
export async function buildApp(deps: Deps, extras: AppExtras = {}): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: () => randomBytes(9).toString('base64url'),
    bodyLimit,
    // A drill path with its filters is one parameter; the contract limits its length, with a clear error.
    routerOptions: { maxParamLength: 16_000, ignoreTrailingSlash: true },
    // Only a trusted proxy may set the caller's address and scheme by its headers.
    trustProxy: deps.config.trustProxy.length > 0 && [...deps.config.trustProxy],
    forceCloseConnections: true,
    frameworkErrors: refuseBadUrl,
    clientErrorHandler: refuseBrokenHttp,
  })
  app.decorate('deps', deps)
  app.decorate('routesOfContract', [])
  app.decorate('webFolder', extras.webFolder ?? null)
  app.decorate('requestsUnderWay', new RequestsUnderWay(deps.config.requestSeconds))
  app.decorateRequest('caller', null)
  traceRequests(app)
  handleErrors(app, deps)
  demandText(app)
  takeFiles(app)
  endSlowRequests(app)
  refuseExpectations(app)
  // No browser or proxy may cache an answer for the next user. The web's own files override this.
  const { onAnswer } = extras
  if (onAnswer)
    app.addHook('onResponse', async ({ method, is404, routeOptions }, { statusCode: status, elapsedTime }) =>
      onAnswer({ method, route: is404 ? 'none' : (routeOptions.url ?? 'none'), status, seconds: elapsedTime / 1000 }),
    )
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  // Made once: the plugin for Fastify makes it anew for every request.
  const secure = helmet(securityHeaders(deps.config))
  app.addHook('onRequest', (request, reply, next) => secure(request.raw, reply.raw, () => next()))
  // Brotli's default level is too slow for compressing every answer.
  await app.register(compress, { threshold: 1024, brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } })
  // After the caller has disconnected there is no address.
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => callerOf((ip as string | undefined) ?? 'gone'),
  })
  for (const routes of features) routes(app)
  extras.routes?.(app)
  if (extras.webFolder) await serveWeb(app, extras.webFolder)
  else app.setNotFoundHandler(sendNotFound)
  await app.ready()
  return app
}

/** Only our own files may be loaded or called; inline styles are allowed because the component library needs them. */
function securityHeaders(config: Config): HelmetOptions {
  const provider = config.identityProvider ? [new URL(config.identityProvider.url).origin] : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
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
    strictTransportSecurity: isPublicHttps(config),
    // The identity provider's page redirects back to us in the same window.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'no-referrer' },
  }
}
