import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLocale } from '@gensvar/contract/local-text'
import type { WidgetData } from '@gensvar/contract/public-widget'
import { say } from '@gensvar/contract/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findKey, refuseApiToken } from '#server/domain/keys/key-access.ts'
import { builtFile } from '#server/platform/built-script.ts'
import { AppError } from '#server/platform/errors.ts'
import { publicRequest } from './public-answer.ts'
import { widgetAnswer } from './widget-answer.ts'
import type { WidgetAnswer } from './widget-answer.ts'
import { WidgetCache } from './widget-cache.ts'
import { framePolicy, widgetPage } from './widget-page.ts'

/** Requests a minute of one address; the guests of a network may share one. */
const rateLimit = { max: 1200, timeWindow: '1 minute' }

/** How long browsers and proxies may keep an answer, in seconds; then they ask whether it is another one. */
const maxAge = 300

interface Asked {
  Params: { token: string }
  Querystring: { lang?: unknown }
}

/** A form of a widget: for which keys, its type of content, and how it is written. */
interface Form {
  path: string
  type: 1 | 2
  contentType: string
  write: (answer: WidgetAnswer) => string
}

/**
 * Serves the widgets that stand on the pages of others: they may be loaded from anywhere, set no cookie, and say who shows
 * them nothing but the one public answer of their key.
 */
export function widgetRoutes(app: FastifyInstance): void {
  const cache = new WidgetCache(app.deps.clock)
  const script = scriptOf(app.webFolder)
  const withScript = (data: WidgetData): string => {
    if (script === null)
      throw new AppError('unavailable', say`The screens are not built. Start with npm start, or use npm run dev.`)
    return `(self.gensvarWidgets=self.gensvarWidgets||[]).push(${JSON.stringify(data)});${script}`
  }
  const javascript = 'text/javascript; charset=utf-8'
  const forms: readonly Form[] = [
    { path: '', type: 1, contentType: 'text/html; charset=utf-8', write: widgetPage },
    { path: '/score.js', type: 1, contentType: javascript, write: ({ score }) => withScript(score) },
    { path: '/rating.js', type: 2, contentType: javascript, write: ({ markup }) => withScript(markup) },
    {
      path: '/rating.json',
      type: 2,
      contentType: 'application/ld+json; charset=utf-8',
      write: ({ markup }) => JSON.stringify(markup.ld),
    },
  ]
  for (const form of forms)
    app.get<Asked>(`/widget/:token${form.path}`, { config: { rateLimit } }, (request, reply) =>
      send(form, request, reply),
    )

  async function send(form: Form, request: FastifyRequest<Asked>, reply: FastifyReply): Promise<FastifyReply> {
    const { deps } = app
    const { token } = request.params
    refuseApiToken(token)
    const { lang: asked } = request.query
    const lang = typeof asked === 'string' && isLocale(asked) ? asked : undefined
    const key = await findKey(deps, token, form.type)
    const made = `${key.path} ${key.access.model.version}`
    const { body, etag } = await cache.get(`${key.keyId} ${form.path} ${lang ?? ''}`, made, () =>
      app.requestsUnderWay.run(`key ${key.keyId}`, reply.raw, async (work) =>
        form.write(await widgetAnswer(await publicRequest(deps, key, { lang, work }))),
      ),
    )
    reply
      .header('etag', etag)
      .header('cache-control', `public, max-age=${maxAge}`)
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', framePolicy)
    // Set by the security headers of all answers, before there is a reply.
    reply.raw.removeHeader('x-frame-options')
    // Proxies that compress mark the tag as weak.
    if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.code(304).send()
    return reply.type(form.contentType).send(body)
  }
}

/** The script of the widgets; null where the web is not built. */
function scriptOf(webFolder: string | null): string | null {
  const file = builtFile(webFolder, 'widget')
  return webFolder === null || file === null ? null : readFileSync(join(webFolder, 'assets', file), 'utf8')
}
