import { createUniverse, getUniverse, removeLogo, saveLogo, saveUniverse } from '@gensvar/contract/universes'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the settings of organisations to root. */
export function universeRoutes(app: FastifyInstance): void {
  implement(app, getUniverse, (ctx) => service.getUniverse(ctx))
  implement(app, saveUniverse, (ctx, { body }) => service.saveUniverse(ctx, body))
  implement(app, createUniverse, (ctx, { body }) => service.createUniverse(ctx, body))
  implement(app, saveLogo, (ctx, { body }) => service.saveLogo(ctx, body.image))
  implement(app, removeLogo, (ctx) => service.removeLogo(ctx))
}
