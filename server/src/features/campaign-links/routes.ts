import { isWebAddress } from '@gensvar/contract/address-text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Hits } from '#server/domain/campaigns/tracking/hits.ts'
import { readLink } from '#server/domain/campaigns/tracking/read-link.ts'
import { endMessages, resumeMessages, subscriberOf } from '#server/domain/campaigns/tracking/unsubscribe.ts'
import { visitOf } from '#server/domain/campaigns/tracking/visit.ts'
import { openContext } from '#server/domain/context.ts'
import { localeOf } from '#server/platform/locale.ts'
import { sendOpenPage } from '#server/platform/open-page.ts'
import { backAction, languageOf, subscriberPage, unknownLinkPage, unknownSubscriberPage } from './unsubscribe-pages.ts'

/** Largest body of a request to unsubscribe, in bytes. */
const unsubscribeBody = 4096
/** Requests a minute of one caller. A mail provider has few addresses and calls for many readers. */
const rateLimit = { max: 3000, timeWindow: '1 minute' }
/** A picture of one transparent pixel: 43 bytes of GIF, which all mail programs show. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

interface TokenParams {
  Params: { token: string }
}

/**
 * Serves the links of messages, which open for whoever has them: those that count a click and lead on, the picture that
 * counts an open, and the page to unsubscribe at.
 */
export function campaignLinkRoutes(app: FastifyInstance): void {
  const hits = new Hits(app.deps)
  app.addHook('onClose', () => hits.flush())

  app.get<TokenParams>('/c/:token', { config: { rateLimit } }, async (request, reply) => {
    const link = await readLink(app.deps.db, 'click', request.params.token)
    // It was signed when the message was written, so it leads where the message's author wanted.
    if (!link || !isWebAddress(link.text)) return sendOpenPage(reply, 404, unknownLinkPage(acceptedBy(request)))
    const [recipientId = 0, links = 1] = link.numbers
    count(request, { kind: 'click', universeId: link.universeId, recipientId, address: link.text, links })
    return reply.header('cache-control', 'no-store').redirect(new URL(link.text).href, 302)
  })

  app.get<TokenParams>('/s/:token', { config: { rateLimit } }, async (request, reply) => {
    const visit = await visitOf(app.deps, request.params.token)
    if (!visit) return sendOpenPage(reply, 404, unknownLinkPage(acceptedBy(request)))
    count(request, { kind: 'click', ...visit, links: 1 })
    return reply.header('cache-control', 'no-store').redirect(new URL(visit.address).href, 302)
  })

  app.get<TokenParams>('/o/:token', { config: { rateLimit } }, async (request, reply) => {
    const link = await readLink(app.deps.db, 'open', request.params.token)
    if (link) count(request, { kind: 'open', universeId: link.universeId, recipientId: link.numbers[0] ?? 0 })
    // Other pages may show it: mail programs on the web do.
    return reply
      .header('cache-control', 'no-store, no-cache, private')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/gif')
      .send(pixel)
  })

  unsubscribeRoutes(app)

  /** A HEAD asks what is there without following it, and recipients of previews and tests are nobody. */
  function count(request: FastifyRequest, hit: Omit<Parameters<Hits['add']>[0], 'userAgent' | 'at'>): void {
    if (request.method !== 'GET' || hit.recipientId === 0) return
    hits.add({ ...hit, userAgent: request.headers['user-agent'], at: app.deps.clock.now() })
  }
}

/** Opening the page changes nothing, because programs that look through mails open it too. */
function unsubscribeRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    // Mail programs send a form in one of two ways (RFC 8058), and its content does not matter.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: unsubscribeBody },
      async (_request: FastifyRequest, body: string) => body,
    )
    scope.get<TokenParams>('/u/:token', { config: { rateLimit } }, async (request, reply) => {
      const subscriber = await subscriberOf(app.deps, request.params.token)
      const accepted = acceptedBy(request)
      if (!subscriber) return sendOpenPage(reply, 404, unknownSubscriberPage(accepted))
      return sendOpenPage(reply, 200, subscriberPage(subscriber, languageOf(subscriber, accepted)))
    })
    scope.post<TokenParams>('/u/:token', { config: { rateLimit } }, async (request, reply) => {
      const subscriber = await subscriberOf(app.deps, request.params.token)
      const accepted = acceptedBy(request)
      if (!subscriber) return sendOpenPage(reply, 404, unknownSubscriberPage(accepted))
      const isBack = new URLSearchParams(String(request.body ?? '')).get('action') === backAction
      await (isBack ? resumeMessages : endMessages)(openContext(app.deps, request.id), subscriber)
      return sendSubscriber(reply, request.params.token, { accepted, isBack })
    })
  })

  async function sendSubscriber(
    reply: FastifyReply,
    token: string,
    { accepted, isBack }: { accepted: ReturnType<typeof acceptedBy>; isBack: boolean },
  ): Promise<FastifyReply> {
    const now = await subscriberOf(app.deps, token)
    if (!now) return sendOpenPage(reply, 404, unknownSubscriberPage(accepted))
    return sendOpenPage(reply, 200, subscriberPage(now, languageOf(now, accepted), isBack))
  }
}

function acceptedBy(request: FastifyRequest) {
  return localeOf(null, request.headers['accept-language'])
}
