import {
  correctComment,
  downloadComments,
  listSimilarComments,
  suggestPatterns,
  tryPatterns,
} from '@gensvar/contract/comments'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'
import { suggestPatterns as suggested } from './suggest-patterns.ts'
import { tryPatterns as tried } from './try-patterns.ts'

/** Serves what is done with single comments: correcting what was found in them, others like them, files of them, and trying words on them. */
export function commentRoutes(app: FastifyInstance): void {
  implement(app, correctComment, (ctx, { params, body }) => service.correctComment(ctx, params, body))
  implement(app, listSimilarComments, (ctx, { params }) => service.listSimilarComments(ctx, params))
  implement(app, downloadComments, (ctx, { params, query }) => service.downloadComments(ctx, params, query))
  implement(app, tryPatterns, (ctx, { params, body }) => tried(ctx, params.survey, body))
  implement(app, suggestPatterns, (ctx, { params, body }) => suggested(ctx, params.survey, body))
}
