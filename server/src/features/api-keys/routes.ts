import {
  createApiKey,
  listApiKeys,
  removeApiKey,
  revokeApiKey,
  rotateApiKey,
  saveApiKey,
} from '@gensvar/contract/api-keys'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { linkAddress } from '#server/platform/addresses.ts'
import * as service from './service.ts'

/** Serves the API keys of organisations to root. */
export function apiKeyRoutes(app: FastifyInstance): void {
  implement(app, listApiKeys, (ctx) => service.listApiKeys(ctx, linkAddress(app)))
  implement(app, createApiKey, (ctx, { body }) => service.createApiKey(ctx, body))
  implement(app, saveApiKey, (ctx, { params, body }) => service.saveApiKey(ctx, params.keyId, body))
  implement(app, rotateApiKey, (ctx, { params, body }) => service.rotateApiKey(ctx, params.keyId, body.graceHours))
  implement(app, revokeApiKey, (ctx, { params }) => service.revokeApiKey(ctx, params.keyId))
  implement(app, removeApiKey, (ctx, { params }) => service.removeApiKey(ctx, params.keyId))
}
