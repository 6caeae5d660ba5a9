import { computeWeights, getWeights } from '@gensvar/contract/weights'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the weights of a survey's answers: how they are spread, and having them computed. */
export function weightRoutes(app: FastifyInstance): void {
  implement(app, getWeights, (ctx, { params }) => service.getWeights(ctx, params.survey))
  implement(app, computeWeights, (ctx, { params }) => service.computeWeights(ctx, params.survey))
}
