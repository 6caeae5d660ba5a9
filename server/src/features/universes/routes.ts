import { createUniverse, getUniverse, removeLogo, saveLogo, saveUniverse } from '@gensvar/contract/universes'
import { getTextProvider, saveTextProvider, tryTextProvider } from '@gensvar/contract/text-provider'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'
import * as provider from './text-provider.ts'

/** Serves the settings of organisations to root. */
export function universeRoutes(app: FastifyInstance): void {
  implement(app, getUniverse, (ctx) => service.getUniverse(ctx))
  implement(app, saveUniverse, (ctx, { body }) => service.saveUniverse(ctx, body))
  implement(app, createUniverse, (ctx, { body }) => service.createUniverse(ctx, body))
  implement(app, saveLogo, (ctx, { body }) => service.saveLogo(ctx, body.image))
  implement(app, removeLogo, (ctx) => service.removeLogo(ctx))
  implement(app, getTextProvider, (ctx) => provider.getTextProvider(ctx))
  implement(app, saveTextProvider, (ctx, { body }) => provider.saveTextProvider(ctx, body))
  implement(app, tryTextProvider, (ctx) => provider.tryTextProvider(ctx))
}
