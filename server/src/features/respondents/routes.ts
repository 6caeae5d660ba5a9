import * as contract from '@gensvar/contract/respondents'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { downloadHeldData } from './download.ts'
import { eraseRespondent } from './erase.ts'
import { findRespondents } from './find.ts'
import { getHeldData } from './held.ts'
import * as protection from './protection.ts'

/** Serves data protection: finding, disclosing and erasing respondents, and how long surveys keep them. */
export function respondentRoutes(app: FastifyInstance): void {
  implement(app, contract.findRespondents, (ctx, { params, body }) => findRespondents(ctx, params.survey, body.text))
  implement(app, contract.getHeldData, (ctx, { params, body }) => getHeldData(ctx, params.survey, body.responses))
  implement(app, contract.eraseRespondent, (ctx, { params, body }) => eraseRespondent(ctx, params.survey, body))
  implement(app, contract.downloadHeldData, (ctx, { params, query }) =>
    downloadHeldData(ctx, params.survey, query.responses),
  )
  implement(app, contract.getDataProtection, (ctx, { params }) => protection.getDataProtection(ctx, params.survey))
  implement(app, contract.previewAnonymisation, (ctx, { params, body }) =>
    protection.previewAnonymisation(ctx, params.survey, body),
  )
  implement(app, contract.anonymiseResponses, (ctx, { params, body }) =>
    protection.anonymiseResponses(ctx, params.survey, body),
  )
  implement(app, contract.stopProtectionTask, async (ctx, { params }) => {
    await protection.stopProtectionTask(ctx, params.survey, params.protectionTask)
    return { ok: true as const }
  })
  implement(app, contract.saveRetention, (ctx, { params, body }) => protection.saveRetention(ctx, params.survey, body))
}
