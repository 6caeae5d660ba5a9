import { hideComment } from '@gensvar/contract/interviews'
import { isLocale } from '@gensvar/contract/local-text'
import { getBigScreen } from '@gensvar/contract/public-screens'
import type { FastifyInstance } from 'fastify'
import { implement, implementForAnyone } from '#server/domain/implement.ts'
import { findKey, refuseApiToken } from '#server/domain/keys/key-access.ts'
import { builtScript } from '#server/platform/built-script.ts'
import { localeOf } from '#server/platform/locale.ts'
import { sendOpenPage } from '#server/platform/open-page.ts'
import { bigScreenOf } from './big-screen.ts'
import * as hiding from './hide-comment.ts'
import { publicRequest } from './public-answer.ts'
import { screenPage } from './screen-page.ts'

/** Requests a minute of one address; a chain's screens may share one. */
const rateLimit = { max: 600, timeWindow: '1 minute' }

/** Serves public screens by their keys, and what administrators keep from them. */
export function publicScreenRoutes(app: FastifyInstance): void {
  const script = builtScript(app.webFolder, 'big-screen')
  implement(app, hideComment, (ctx, { params, body }) => hiding.hideComment(ctx, params, body.hidden))
  implementForAnyone(app, getBigScreen, async (deps, { params, query }, reply) => {
    refuseApiToken(params.apiKeyToken)
    const key = await findKey(deps, params.apiKeyToken, 4)
    return app.requestsUnderWay.run(`key ${key.keyId}`, reply.raw, async (work) =>
      bigScreenOf(await publicRequest(deps, key, { lang: query.lang, work })),
    )
  })
  app.get<{ Params: { token: string }; Querystring: { lang?: string } }>(
    '/bigscreen/:token',
    { config: { rateLimit } },
    async (request, reply) => {
      refuseApiToken(request.params.token)
      const { lang } = request.query
      const locale =
        typeof lang === 'string' && isLocale(lang) ? lang : localeOf(null, request.headers['accept-language'])
      return sendOpenPage(reply, 200, screenPage(locale, script))
    },
  )
}
