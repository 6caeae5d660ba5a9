import * as contract from '@gensvar/contract/doubts'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './doubts/service.ts'

/** Serves what imports were not sure of. */
export function importRoutes(app: FastifyInstance): void {
  implement(app, contract.listDoubts, (ctx, { params }) => service.listDoubts(ctx, params.survey))
  implement(app, contract.decideDoubt, (ctx, { params, body }) =>
    service.decideDoubt(ctx, params.survey, params.doubt, body),
  )
  implement(app, contract.decideDoubts, (ctx, { params, body }) => service.decideDoubts(ctx, params.survey, body))
}
