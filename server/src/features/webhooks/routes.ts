import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  removeWebhook,
  renewWebhookSecret,
  replayWebhookDelivery,
  resumeWebhook,
  saveWebhook,
  testWebhook,
} from '@gensvar/contract/webhooks'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves webhooks and their logs to root. */
export function webhookRoutes(app: FastifyInstance): void {
  implement(app, listWebhooks, (ctx, { query }) => service.listWebhooks(ctx, query))
  implement(app, createWebhook, (ctx, { body }) => service.createWebhook(ctx, body))
  implement(app, saveWebhook, (ctx, { params, body }) => service.saveWebhook(ctx, params.webhookId, body))
  implement(app, removeWebhook, (ctx, { params }) => service.removeWebhook(ctx, params.webhookId))
  implement(app, pauseWebhook, (ctx, { params }) => service.pauseWebhook(ctx, params.webhookId))
  implement(app, resumeWebhook, (ctx, { params }) => service.resumeWebhook(ctx, params.webhookId))
  implement(app, renewWebhookSecret, (ctx, { params }) => service.renewWebhookSecret(ctx, params.webhookId))
  implement(app, testWebhook, (ctx, { params }) => service.testWebhook(ctx, params.webhookId))
  implement(app, listWebhookDeliveries, (ctx, { params, query }) =>
    service.listWebhookDeliveries(ctx, params.webhookId, query),
  )
  implement(app, replayWebhookDelivery, (ctx, { params }) => service.replayWebhookDelivery(ctx, params.deliveryId))
}
