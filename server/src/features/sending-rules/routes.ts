import {
  addSuppressed,
  getSendingRules,
  listSuppressed,
  removeSuppressed,
  saveSendingRules,
} from '@gensvar/contract/sending-rules'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the rules that an organisation sends by, and the addresses that it sends nothing to. */
export function sendingRulesRoutes(app: FastifyInstance): void {
  implement(app, getSendingRules, (ctx) => service.getSendingRules(ctx))
  implement(app, saveSendingRules, (ctx, { body }) => service.saveSendingRules(ctx, body))
  implement(app, listSuppressed, (ctx, { query }) => service.listSuppressed(ctx, query))
  implement(app, addSuppressed, (ctx, { body }) => service.addSuppressed(ctx, body))
  implement(app, removeSuppressed, async (ctx, { params }) => {
    await service.removeSuppressed(ctx, params.key)
    return { ok: true as const }
  })
}
