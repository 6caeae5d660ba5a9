import { deleteSample, getSample, resendInvitation, updateSample, validateSample } from '@gensvar/contract/samples'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves single samples: their page, and what is done on it. */
export function sampleRoutes(app: FastifyInstance): void {
  implement(app, getSample, (ctx, { params }) => service.getSample(ctx, params.survey, params.sampleId))
  implement(app, validateSample, (ctx, { params, body }) => service.validateSample(ctx, params, body))
  implement(app, updateSample, (ctx, { params, query, body }) => service.updateSample(ctx, params, body, query))
  implement(app, deleteSample, async (ctx, { params }) => {
    await service.deleteSample(ctx, params.survey, params.sampleId)
    return { ok: true as const }
  })
  implement(app, resendInvitation, async (ctx, { params, body }) => {
    await service.resendInvitation(ctx, params.survey, params.sampleId, body.email)
    return { ok: true as const }
  })
}
