import { createEffectBlock, listEffectBlocks, removeEffectBlock, saveEffectBlock } from '@gensvar/contract/effects'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves blocks of effects to root. */
export function effectRoutes(app: FastifyInstance): void {
  implement(app, listEffectBlocks, (ctx, { params }) => service.listEffectBlocks(ctx, params.survey))
  implement(app, createEffectBlock, (ctx, { params, body }) => service.createEffectBlock(ctx, params.survey, body))
  implement(app, saveEffectBlock, (ctx, { params, body }) => service.saveEffectBlock(ctx, params, body))
  implement(app, removeEffectBlock, (ctx, { params }) => service.removeEffectBlock(ctx, params))
}
