import {
  createSampleComment,
  getSampleEditor,
  getSampleMails,
  getSampleTable,
  listSampleComments,
  startMailAction,
  startPushCampaigns,
  updateSampleEditor,
} from '@gensvar/contract/samples'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the editor of samples and its parts. */
export function sampleEditorRoutes(app: FastifyInstance): void {
  implement(app, getSampleEditor, (ctx, { params }) => service.getSampleEditor(ctx, params))
  implement(app, updateSampleEditor, (ctx, { params, body }) => service.updateSampleEditor(ctx, params, body))
  implement(app, startMailAction, (ctx, { params, body }) => service.startMailAction(ctx, params, body))
  implement(app, startPushCampaigns, (ctx, { params, body }) => service.startPushCampaigns(ctx, params, body))
  implement(app, listSampleComments, async (ctx, { params }) => ({
    comments: await service.listSampleComments(ctx, params.survey, params.sampleId),
  }))
  implement(app, createSampleComment, (ctx, { params, body }) =>
    service.createSampleComment(ctx, params.survey, params.sampleId, body.text),
  )
  implement(app, getSampleMails, (ctx, { params, query }) =>
    service.getSampleMails(ctx, params.survey, params.sampleId, query),
  )
  implement(app, getSampleTable, (ctx, { params }) => service.getSampleTable(ctx, params, params.tableName))
}
