import * as contract from '@gensvar/contract/questionnaires'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { linkAddress } from '#server/platform/addresses.ts'
import * as service from './service.ts'

/** Serves the questionnaire builder and the guided start. */
export function questionnaireRoutes(app: FastifyInstance): void {
  implement(app, contract.listQuestionnaireTemplates, (ctx) => service.listQuestionnaireTemplates(ctx))
  implement(app, contract.createQuestionnaire, (ctx, { body }) => service.createQuestionnaire(ctx, body))
  implement(app, contract.getQuestionnaire, (ctx, { params }) => service.getQuestionnaire(ctx, params.survey))
  implement(app, contract.saveQuestionnaireDraft, (ctx, { params, body }) =>
    service.saveQuestionnaireDraft(ctx, params.survey, body),
  )
  implement(app, contract.discardQuestionnaireDraft, (ctx, { params, query }) =>
    service.discardQuestionnaireDraft(ctx, params.survey, query.version),
  )
  implement(app, contract.checkQuestionnaire, (ctx, { params, body }) =>
    service.checkQuestionnaire(ctx, params.survey, body.document),
  )
  implement(app, contract.publishQuestionnaire, (ctx, { params, body }) =>
    service.publishQuestionnaire(ctx, params.survey, body),
  )
  implement(app, contract.listQuestionnaireVersions, (ctx, { params, query }) =>
    service.listQuestionnaireVersions(ctx, params.survey, query),
  )
  implement(app, contract.getQuestionnaireVersion, (ctx, { params }) =>
    service.getQuestionnaireVersion(ctx, params.survey, params.number),
  )
  implement(app, contract.restoreQuestionnaireVersion, (ctx, { params, body }) =>
    service.restoreQuestionnaireVersion(ctx, params.survey, body),
  )
  implement(app, contract.previewQuestionnaire, (ctx, { params, body }) =>
    service.previewQuestionnaire(ctx, params.survey, body),
  )
  implement(app, contract.getQuestionnaireProgress, (ctx, { params }) =>
    service.getQuestionnaireProgress(ctx, params.survey, linkAddress(app)),
  )
  implement(app, contract.getQuestionnaireStart, (ctx) => service.getQuestionnaireStart(ctx, linkAddress(app)))
}
