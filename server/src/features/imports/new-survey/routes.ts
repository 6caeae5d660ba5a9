import * as contract from '@gensvar/contract/new-survey'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { cancelRun } from '../runs/service.ts'
import { incomingFile } from '../uploads/incoming-file.ts'
import * as service from './service.ts'

/** Serves what makes surveys of files. */
export function newSurveyRoutes(app: FastifyInstance): void {
  implement(app, contract.uploadSurveyFile, (ctx, { query }, reply) =>
    service.uploadSurveyFile(ctx, incomingFile(app, contract.uploadSurveyFile, query.filename, reply)),
  )
  implement(app, contract.listSurveyFiles, (ctx) => service.listSurveyFiles(ctx))
  implement(app, contract.removeSurveyFile, (ctx, { params }) => service.removeSurveyFile(ctx, params.uploadId))
  implement(app, contract.checkNewSurvey, (ctx, { params, body }) =>
    service.startNewSurvey(ctx, params.uploadId, body, 'check'),
  )
  implement(app, contract.createNewSurvey, (ctx, { params, body }) =>
    service.startNewSurvey(ctx, params.uploadId, body, 'import'),
  )
  implement(app, contract.getNewSurveyStatus, (ctx, { params }) => service.getNewSurveyStatus(ctx, params.importId))
  implement(app, contract.cancelNewSurvey, (ctx, { params }) => cancelRun(ctx, params.importId, 'survey'))
  implement(app, contract.getNewSurveySetting, (ctx) => service.getNewSurveySetting(ctx))
  implement(app, contract.saveNewSurveySetting, (ctx, { body }) => service.saveNewSurveySetting(ctx, body))
}
