import { correctComment, downloadComments, learnFromRatings, tryPatterns } from '@gensvar/contract/comments'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { learnFromRatings as learnFrom } from './learn-from-ratings.ts'
import * as service from './service.ts'
import { tryPatterns as tried } from './try-patterns.ts'

/** Serves what is done with single comments: correcting what was found in them, learning from their ratings, and files of them. */
export function commentRoutes(app: FastifyInstance): void {
  implement(app, correctComment, (ctx, { params, body }) => service.correctComment(ctx, params, body))
  implement(app, downloadComments, (ctx, { params, query }) => service.downloadComments(ctx, params, query))
  implement(app, learnFromRatings, (ctx, { params }) => learnFrom(ctx, params.survey))
  implement(app, tryPatterns, (ctx, { params, body }) => tried(ctx, params.survey, body))
}
