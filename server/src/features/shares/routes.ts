import { listShares, revokeShare, shareInterview } from '@gensvar/contract/interviews'
import type { FastifyInstance } from 'fastify'
import { linkAddress } from '#server/platform/addresses.ts'
import { implement } from '#server/domain/implement.ts'
import { localeOf } from '#server/platform/locale.ts'
import { missingPage, sharePage } from './page.ts'
import * as service from './service.ts'

/** Serves shared interviews: creating, listing and withdrawing them, and the public page itself. */
export function shareRoutes(app: FastifyInstance): void {
  implement(app, shareInterview, (ctx, { params, body }) => service.shareInterview(ctx, params, body, linkAddress(app)))
  implement(app, listShares, (ctx, { params }) =>
    service.listShares(ctx, params.survey, params.interviewId, linkAddress(app)),
  )
  implement(app, revokeShare, (ctx, { params }) =>
    service.revokeShare(ctx, params.survey, params.interviewId, params.shareId),
  )

  // An HTML page rather than an API call: whoever has the address may read it, without scripts.
  app.get<{ Params: { token: string } }>('/share/:token', async (request, reply) => {
    const page = await service.sharedPage(app.deps, request.params.token)
    return reply
      .code(page ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page ? sharePage(page) : missingPage(localeOf(null, request.headers['accept-language'])))
  })
}
