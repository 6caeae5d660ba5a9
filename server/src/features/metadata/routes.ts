import {
  getMetadata,
  previewRename,
  removeChoice,
  saveChoice,
  saveQuestion,
  saveQuestionGroup,
} from '@gensvar/contract/metadata'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the metadata of surveys to root. */
export function metadataRoutes(app: FastifyInstance): void {
  implement(app, getMetadata, (ctx, { params, query }) => service.getMetadata(ctx, params.survey, query))
  implement(app, previewRename, (ctx, { params, query }) => service.previewRename(ctx, params.survey, query))
  implement(app, saveQuestionGroup, (ctx, { params, body }) => service.saveQuestionGroup(ctx, params.survey, body))
  implement(app, saveQuestion, (ctx, { params, body }) => service.saveQuestion(ctx, params.survey, body))
  implement(app, saveChoice, (ctx, { params, body }) => service.saveChoice(ctx, params.survey, body))
  implement(app, removeChoice, (ctx, { params }) => service.removeChoice(ctx, params.survey, params.choiceId))
}
