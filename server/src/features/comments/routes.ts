import {
  correctComment,
  downloadComments,
  learnFromRatings,
  listSimilarComments,
  suggestPatterns,
  translateComment,
  tryPatterns,
} from '@gensvar/contract/comments'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { learnFromRatings as learnFrom } from './learn-from-ratings.ts'
import * as service from './service.ts'
import { suggestPatterns as suggested } from './suggest-patterns.ts'
import { translateComment as translate } from './translate.ts'
import { tryPatterns as tried } from './try-patterns.ts'

/**
 * Serves what is done with single comments: correcting and translating them, others like them, files of them, trying words on them,
 * and learning from their ratings.
 */
export function commentRoutes(app: FastifyInstance): void {
  implement(app, correctComment, (ctx, { params, body }) => service.correctComment(ctx, params, body))
  implement(app, listSimilarComments, (ctx, { params }) => service.listSimilarComments(ctx, params))
  implement(app, downloadComments, (ctx, { params, query }) => service.downloadComments(ctx, params, query))
  implement(app, learnFromRatings, (ctx, { params }) => learnFrom(ctx, params.survey))
  implement(app, translateComment, (ctx, { params }) => translate(ctx, params))
  implement(app, tryPatterns, (ctx, { params, body }) => tried(ctx, params.survey, body))
  implement(app, suggestPatterns, (ctx, { params, body }) => suggested(ctx, params.survey, body))
}
