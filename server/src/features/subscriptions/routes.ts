import {
  createSubscription,
  listSubscriptionDates,
  listSubscriptionRecipients,
  listSubscriptions,
  removeSubscription,
  saveSubscription,
  sendSubscription,
} from '@gensvar/contract/subscriptions'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the caller's own subscriptions and those they make for others. */
export function subscriptionRoutes(app: FastifyInstance): void {
  implement(app, listSubscriptions, (ctx, { params }) => service.listSubscriptions(ctx, params.survey))
  implement(app, listSubscriptionDates, (ctx, { params, query }) =>
    service.listSubscriptionDates(ctx, params.survey, query),
  )
  implement(app, listSubscriptionRecipients, (ctx, { query }) => service.listSubscriptionRecipients(ctx, query.term))
  implement(app, createSubscription, (ctx, { params, body }) => service.createSubscription(ctx, params.survey, body))
  implement(app, saveSubscription, (ctx, { params: { survey, subscriptionId }, body }) =>
    service.saveSubscription(ctx, { survey, id: subscriptionId }, body),
  )
  implement(app, removeSubscription, (ctx, { params: { survey, subscriptionId } }) =>
    service.removeSubscription(ctx, { survey, id: subscriptionId }),
  )
  implement(app, sendSubscription, (ctx, { params: { survey, subscriptionId } }) =>
    service.sendSubscription(ctx, { survey, id: subscriptionId }),
  )
}
