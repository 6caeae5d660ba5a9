import { createPool, joinPool, leavePool, listPools, removePool, savePool } from '@gensvar/contract/pools'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves pools of organisations: root makes them, administrators of organisations join and leave. */
export function poolRoutes(app: FastifyInstance): void {
  implement(app, listPools, (ctx) => service.listPools(ctx))
  implement(app, joinPool, (ctx, { params }) => service.joinPool(ctx, params.pool))
  implement(app, leavePool, (ctx, { params }) => service.leavePool(ctx, params.pool))
  implement(app, createPool, (ctx, { body }) => service.createPool(ctx, body))
  implement(app, savePool, (ctx, { params, body }) => service.savePool(ctx, params.pool, body))
  implement(app, removePool, (ctx, { params }) => service.removePool(ctx, params.pool))
}
