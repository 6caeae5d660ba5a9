import { streamCampaign } from '@gensvar/contract/campaign-progress'
import {
  createCampaign,
  downloadCampaign,
  getCampaign,
  getCampaignConfiguration,
  getCampaignInfo,
  getMailCampaignName,
  listCampaignExclusions,
  listCampaigns,
  listExcluded,
  listGlobalCampaigns,
  listNewRecipients,
  listTrackings,
  listVoices,
  pauseCampaign,
  removeCampaign,
  removeTrackings,
  renderMail,
  renderNewMail,
  resendTrackings,
  resumeCampaign,
  startCampaign,
  stopCampaign,
  updateCampaign,
} from '@gensvar/contract/campaigns'
import { openLetter, openLetterOfTemplate, renderLetter, renderNewLetter } from '@gensvar/contract/letters'
import { listRecordings, openRecording, playRecording } from '@gensvar/contract/recordings'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { startEvents } from '#server/platform/event-stream.ts'
import type { StreamEvent } from '#server/platform/event-stream.ts'
import { listAllCampaigns } from '#server/widgets/global-campaigns-list/query.ts'
import { CampaignWatch } from './progress.ts'
import * as editor from './editor.ts'
import * as recordings from './recordings.ts'
import * as service from './service.ts'
import { ProgressStreams, presentProgress } from './stream.ts'
import * as trackings from './trackings.ts'
import * as wizard from './wizard.ts'

/** Serves campaigns: their lists, their pages, making them, and what is done with them. */
export function campaignRoutes(app: FastifyInstance): void {
  implement(app, listCampaigns, (ctx, { params }) => service.listCampaigns(ctx, params.survey))
  implement(app, listGlobalCampaigns, async (ctx) => ({ rows: await listAllCampaigns(ctx) }))
  implement(app, getCampaign, (ctx, { params }) => service.getCampaign(ctx, params))
  implement(app, getMailCampaignName, (ctx, { params }) => service.getMailCampaignName(ctx, params))
  implement(app, listTrackings, (ctx, { params, query }) => service.listTrackings(ctx, params, query))
  implement(app, listCampaignExclusions, (ctx, { params, query }) => service.listCampaignExclusions(ctx, params, query))
  implement(app, downloadCampaign, (ctx, { params, query }) => service.downloadCampaign(ctx, params, query))
  implement(app, renderLetter, (ctx, { params, query }) => trackings.renderLetter(ctx, params, query))
  implement(app, openLetter, (ctx, { params }) => trackings.openLetter(ctx, params))
  implement(app, openLetterOfTemplate, (ctx, { params, query }) =>
    trackings.openLetterOfTemplate(ctx, params.survey, params.templateId, query.trackingid),
  )
  implement(app, listRecordings, (ctx, { params }) => recordings.listRecordings(ctx, params))
  implement(app, playRecording, (ctx, { params }) => recordings.playRecording(ctx, params))
  implement(app, openRecording, (ctx, { params, query }) => recordings.openRecording(ctx, params, query.recording))
  wizardRoutes(app)
  editorRoutes(app)
  progressRoute(app)
}

function wizardRoutes(app: FastifyInstance): void {
  implement(app, getCampaignInfo, (ctx, { params, query }) => wizard.getCampaignInfo(ctx, params, query))
  implement(app, listNewRecipients, (ctx, { params, query }) => wizard.listNewRecipients(ctx, params, query))
  implement(app, listExcluded, (ctx, { params, query }) => wizard.listExcluded(ctx, params, query))
  implement(app, renderNewMail, (ctx, { params, query }) => wizard.renderNewMail(ctx, params, query))
  implement(app, renderNewLetter, (ctx, { params, query }) => wizard.renderNewLetter(ctx, params, query))
  implement(app, createCampaign, (ctx, { params, query, body }) => wizard.createCampaign(ctx, params, query, body))
  implement(app, listVoices, (ctx) => wizard.listVoices(ctx))
}

function editorRoutes(app: FastifyInstance): void {
  implement(app, getCampaignConfiguration, (ctx, { params }) => editor.getCampaignConfiguration(ctx, params))
  implement(app, updateCampaign, (ctx, { params, body }) => editor.updateCampaign(ctx, params, body))
  implement(app, resumeCampaign, (ctx, { params }) => editor.resumeCampaign(ctx, params))
  implement(app, startCampaign, (ctx, { params }) => editor.resumeCampaign(ctx, params))
  implement(app, pauseCampaign, (ctx, { params }) => editor.pauseCampaign(ctx, params))
  implement(app, stopCampaign, (ctx, { params }) => editor.stopCampaign(ctx, params))
  implement(app, removeCampaign, (ctx, { params }) => editor.removeCampaign(ctx, params))
  implement(app, renderMail, (ctx, { params, query }) => trackings.renderMail(ctx, params, query))
  implement(app, resendTrackings, (ctx, { params, body }) => trackings.resendTrackings(ctx, params, body.ids))
  implement(app, removeTrackings, (ctx, { params, body }) => trackings.removeTrackings(ctx, params, body.ids))
}

function progressRoute(app: FastifyInstance): void {
  const watch = new CampaignWatch(app.deps)
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
    startEvents(reply, isShort ? only(present) : streams.events(app.deps, ctx.identity, params, closed.signal))
    return undefined
  })
}

async function* only(event: StreamEvent): AsyncGenerator<StreamEvent> {
  yield event
}
