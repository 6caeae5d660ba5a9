import {
  getNoticeChoices,
  listMails,
  listNotices,
  readNotices,
  saveNoticeChoices,
  streamNotices,
} from '@gensvar/contract/notices'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openContext } from '#server/domain/context.ts'
import { implement } from '#server/domain/implement.ts'
import { NoticeHub } from '#server/domain/notices/hub.ts'
import { MovedFigures } from '#server/domain/notices/moved-figures.ts'
import { startEvents } from '#server/platform/event-stream.ts'
import { localeOf } from '#server/platform/locale.ts'
import { sendOpenPage } from '#server/platform/open-page.ts'
import * as service from './service.ts'
import { NoticeStreams, presentEvents } from './stream.ts'
import { unknownPage, unsubscribePage, unsubscribedPage } from './unsubscribe-page.ts'

/** Largest body of a request to unsubscribe, in bytes: its content does not matter. */
const unsubscribeBody = 4096

/** Serves notices: those of the caller, live as well, what they want to be told of, and the mails for root. */
export function noticeRoutes(app: FastifyInstance): void {
  implement(app, listNotices, (ctx, { query }) => service.listNotices(ctx, query))
  implement(app, readNotices, (ctx, { body }) => service.readNotices(ctx, body.ids))
  implement(app, getNoticeChoices, (ctx) => service.getNoticeChoices(ctx))
  implement(app, saveNoticeChoices, (ctx, { body }) => service.saveNoticeChoices(ctx, body))
  implement(app, listMails, (ctx, { query }) => service.listMails(ctx, query))

  const hub = new NoticeHub(app.deps.pool)
  const streams = new NoticeStreams(hub, new MovedFigures(app.deps, hub))
  app.addHook('preClose', async () => streams.stop())
  app.addHook('onClose', () => hub.stop())
  implement(app, streamNotices, (ctx, { query }, reply) => {
    const closed = new AbortController()
    reply.raw.once('close', () => closed.abort())
    const isShort = query.once || reply.request.method === 'HEAD'
    const events = isShort ? presentEvents(ctx) : streams.events(app.deps, ctx.identity, closed.signal)
    startEvents(reply, events)
    return undefined
  })

  unsubscribeRoutes(app)
}

/** The page that a mail's address to unsubscribe leads to: whoever has the address may use it. */
function unsubscribeRoutes(app: FastifyInstance): void {
  app.register(async (scope) => {
    // Mail programs send a form (RFC 8058), and its content does not matter.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: unsubscribeBody }, async () => null)
    scope.get<SecretParams>('/unsubscribe/:secret', async (request, reply) => {
      const isKnown = await service.isUnsubscribeKnown(app.deps, request.params.secret)
      return sendHtml(reply, isKnown, isKnown ? unsubscribePage(languageOf(request)) : unknownPage(languageOf(request)))
    })
    scope.post<SecretParams>('/unsubscribe/:secret', async (request, reply) => {
      const isDone = await service.unsubscribe(openContext(app.deps, request.id), request.params.secret)
      return sendHtml(reply, isDone, isDone ? unsubscribedPage(languageOf(request)) : unknownPage(languageOf(request)))
    })
  })
}

interface SecretParams {
  Params: { secret: string }
}

function languageOf(request: FastifyRequest) {
  return localeOf(null, request.headers['accept-language'])
}

function sendHtml(reply: FastifyReply, isFound: boolean, page: string): FastifyReply {
  return sendOpenPage(reply, isFound ? 200 : 404, page)
}
