import { createInterviewComment, getInterview } from '@gensvar/contract/interviews'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves single interviews and the comments on them. */
export function interviewRoutes(app: FastifyInstance): void {
  implement(app, getInterview, (ctx, { params }) => service.getInterview(ctx, params.survey, params.interviewId))
  implement(app, createInterviewComment, (ctx, { params, body }) =>
    service.createInterviewComment(ctx, params.survey, params.interviewId, body.message),
  )
}
