import {
  downloadCampaign,
  getCampaign,
  getCampaignName,
  listCampaignExclusions,
  listCampaigns,
  listGlobalCampaigns,
  listTrackings,
  streamCampaign,
} from '@gensvar/contract/campaigns'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { startEvents } from '#server/platform/event-stream.ts'
import type { StreamEvent } from '#server/platform/event-stream.ts'
import { listAllCampaigns } from '#server/widgets/global-campaigns-list/query.ts'
import { CampaignWatch } from './progress.ts'
import * as service from './service.ts'
import { ProgressStreams, presentProgress } from './stream.ts'

/** Serves campaigns: their lists, their pages, making them, and what is done with them. */
export function campaignRoutes(app: FastifyInstance): void {
  implement(app, listCampaigns, (ctx, { params }) => service.listCampaigns(ctx, params.survey))
  implement(app, listGlobalCampaigns, async (ctx) => ({ rows: await listAllCampaigns(ctx) }))
  implement(app, getCampaign, (ctx, { params }) => service.getCampaign(ctx, params))
  implement(app, getCampaignName, (ctx, { params }) => service.getCampaignName(ctx, params))
  implement(app, listTrackings, (ctx, { params, query }) => service.listTrackings(ctx, params, query))
  implement(app, listCampaignExclusions, (ctx, { params, query }) => service.listCampaignExclusions(ctx, params, query))
  implement(app, downloadCampaign, (ctx, { params, query }) => service.downloadCampaign(ctx, params, query))
  progressRoute(app)
}

function progressRoute(app: FastifyInstance): void {
  const watch = new CampaignWatch(app.deps.pool, app.deps.log)
  const streams = new ProgressStreams(watch)
  app.addHook('preClose', async () => {
    streams.stop()
    watch.stop()
  })
  implement(app, streamCampaign, async (ctx, { params, query }, reply) => {
    // Also refuses who may not see it, before anything is sent.
    const present = await presentProgress(ctx, params)
    const closed = new AbortController()
    reply.raw.once('close', () => closed.abort())
    const isShort = query.once || reply.request.method === 'HEAD'
    startEvents(reply, isShort ? only(present) : streams.events(app.deps, ctx, params, closed.signal))
    return undefined
  })
}

async function* only(event: StreamEvent): AsyncGenerator<StreamEvent> {
  yield event
}
