import { clearBugs, listBugs, reportBug } from '@gensvar/contract/bugs'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the recorded failures. */
export function bugRoutes(app: FastifyInstance): void {
  implement(app, listBugs, (ctx, { params }) => service.listBugs(ctx, params.survey))
  implement(app, clearBugs, (ctx, { params }) => service.clearBugs(ctx, params.survey))
  implement(app, reportBug, (ctx, { params, body }) => service.reportBug(ctx, params.survey, body.message))
}
