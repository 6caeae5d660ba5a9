import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { pageQuery } from './paging.ts'
import { nameParam } from './request-texts.ts'

/** Most webhooks of an organisation. */
export const maxWebhooks = 50

/** What a webhook can be told of. */
export const webhookKinds = ['response', 'alert', 'action', 'campaign'] as const

/** One of them. */
export type WebhookKind = (typeof webhookKinds)[number]

/** States of a webhook. */
export const webhookStates = ['ACTIVE', 'PAUSED'] as const

/**
 * Why a webhook is paused: somebody asked for it, it failed for a day, it answered that it is gone (410), or too many
 * messages waited for it.
 */
export const pauseCauses = ['asked', 'failing', 'gone', 'full'] as const

/** States of a message to a webhook. */
export const webhookDeliveryStates = ['WAITING', 'SENDING', 'DELIVERED', 'FAILED'] as const

/** Every event a webhook can be told of, by its kind; `test` is sent when somebody asks for it. */
export const webhookEvents = {
  response: ['response.completed', 'responses.imported', 'responses.released'],
  alert: ['alert.raised', 'alert.saved', 'alert.closed', 'alert.reopened', 'alert.assigned', 'alert.escalated'],
  action: ['action.created', 'action.changed', 'action.completed', 'action.failed', 'action.removed'],
  campaign: ['campaign.started', 'campaign.paused', 'campaign.stopped', 'campaign.finished', 'campaign.failed'],
} as const satisfies Record<WebhookKind, readonly string[]>

/** One of them. */
export type WebhookEvent = (typeof webhookEvents)[WebhookKind][number]

const moment = z.iso.datetime({ offset: true })
const noQuery = z.object({})
const noParams = z.object({})
const id = z.coerce.number().int().min(0).max(2_147_483_647)
const ofWebhook = z.object({ webhookId: id })

/** A webhook; its secret is never sent again once it was shown. */
export const webhook = z.object({
  id: z.number().int(),
  title: z.string(),
  url: z.string(),
  /** The only survey it is told of; null for all surveys of the organisation. */
  survey: z.object({ extname: z.string(), title: z.string() }).nullable(),
  events: z.array(z.enum(webhookKinds)),
  state: z.enum(webhookStates),
  cause: z.enum(pauseCauses).nullable(),
  pausedAt: moment.nullable(),
  /** Since when every message has failed; null where the last one arrived. */
  failingSince: moment.nullable(),
  /** When a message last arrived. */
  deliveredAt: moment.nullable(),
  /** Messages that wait for it. */
  waiting: z.number().int(),
  version: z.number().int(),
})

/** A webhook. */
export type Webhook = z.infer<typeof webhook>

const content = z.object({
  title: z.string().trim().min(1, 'a name is needed').max(120),
  url: z.url({ protocol: /^https?$/, error: 'write an address such as https://example.org/hook' }).max(2000),
  /** Null for all surveys of the organisation. */
  survey: nameParam.nullable(),
  events: z.array(z.enum(webhookKinds)).min(1, 'choose at least one').max(webhookKinds.length),
  /** The version that was read; 0 for a new one. */
  version: z.int32(),
})

const withSecret = z.object({
  webhook,
  /** What its messages are signed with, shown this once. */
  secret: z.string(),
})

/** A message to a webhook, as its log shows it. */
export const webhookDelivery = z.object({
  id: z.number().int(),
  /** The name of the message for the other side: header `webhook-id`. */
  message: z.string(),
  event: z.string(),
  survey: z.string().nullable(),
  state: z.enum(webhookDeliveryStates),
  attempts: z.number().int(),
  createdAt: moment,
  sentAt: moment.nullable(),
  /** When it is tried next; null where it is not. */
  dueAt: moment.nullable(),
  status: z.number().int().nullable(),
  /** Of the last attempt, in ms. */
  tookMs: z.number().int().nullable(),
  /** Why the last attempt failed; empty where it did not. */
  reason: z.string(),
  /** First characters of the last answer. */
  answer: z.string(),
})

/** A message to a webhook. */
export type WebhookDelivery = z.infer<typeof webhookDelivery>

/** The webhooks of the session's organisation, or those of one of its surveys. */
export const listWebhooks = defineRoute({
  id: 'listWebhooks',
  summary: 'Webhooks of the organisation',
  method: 'GET',
  path: '/rest/webhooks/list',
  permission: 'root',
  params: noParams,
  query: z.object({ survey: nameParam.optional() }),
  body: z.undefined(),
  response: z.object({
    webhooks: z.array(webhook),
    /** Surveys that a webhook can be limited to. */
    surveys: z.array(z.object({ extname: z.string(), title: z.string() })),
    /** Hosts that root allows the server to call. */
    hosts: z.array(z.string()),
  }),
})

/** Makes a webhook. Errors: `validation` at `url`, `survey` and the other fields, `conflict` where there are too many. */
export const createWebhook = defineRoute({
  id: 'createWebhook',
  summary: 'Make a webhook; its secret is shown this once',
  method: 'POST',
  path: '/rest/webhooks/create',
  permission: 'root',
  params: noParams,
  query: noQuery,
  body: content,
  response: withSecret,
})

/** Saves a webhook. Errors as for `createWebhook`, and `conflict` for a stale version. */
export const saveWebhook = defineRoute({
  id: 'saveWebhook',
  summary: 'Save a webhook',
  method: 'POST',
  path: '/rest/webhooks/save/{webhookId}',
  permission: 'root',
  params: ofWebhook,
  query: noQuery,
  body: content,
  response: webhook,
})

/** Deletes a webhook with its log; what waits for it is not sent. */
export const removeWebhook = defineRoute({
  id: 'removeWebhook',
  summary: 'Delete a webhook',
  method: 'DELETE',
  path: '/rest/webhooks/delete/{webhookId}',
  permission: 'root',
  params: ofWebhook,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})

/** Pauses a webhook: nothing is sent, and what happens meanwhile is not kept for it. */
export const pauseWebhook = defineRoute({
  id: 'pauseWebhook',
  summary: 'Pause a webhook',
  method: 'POST',
  path: '/rest/webhooks/pause/{webhookId}',
  permission: 'root',
  params: ofWebhook,
  query: noQuery,
  body: z.undefined(),
  response: webhook,
})

/** Goes on with a paused webhook, first with the messages that waited when it was paused. */
export const resumeWebhook = defineRoute({
  id: 'resumeWebhook',
  summary: 'Go on with a paused webhook',
  method: 'POST',
  path: '/rest/webhooks/resume/{webhookId}',
  permission: 'root',
  params: ofWebhook,
  query: noQuery,
  body: z.undefined(),
  response: webhook,
})

/** Gives a webhook a new secret. For a day its messages are signed with the old one as well. */
export const renewWebhookSecret = defineRoute({
  id: 'renewWebhookSecret',
  summary: 'Give a webhook a new secret; it is shown this once',
  method: 'POST',
  path: '/rest/webhooks/renewsecret/{webhookId}',
  permission: 'root',
  params: ofWebhook,
  query: noQuery,
  body: z.undefined(),
  response: withSecret,
})

/** Sends a webhook a test, also while it is paused. */
export const testWebhook = defineRoute({
  id: 'testWebhook',
  summary: 'Send a test to a webhook',
  method: 'POST',
  path: '/rest/webhooks/test/{webhookId}',
  permission: 'root',
  params: ofWebhook,
  query: noQuery,
  body: z.undefined(),
  response: webhookDelivery,
})

/** The messages of a webhook, newest first. */
export const listWebhookDeliveries = defineRoute({
  id: 'listWebhookDeliveries',
  summary: 'Messages of a webhook',
  method: 'GET',
  path: '/rest/webhooks/deliveries/{webhookId}',
  permission: 'root',
  params: ofWebhook,
  query: pageQuery.omit({ sortVar: true, sortDesc: true }).extend({ state: z.enum(webhookDeliveryStates).optional() }),
  body: z.undefined(),
  response: z.object({ rows: z.array(webhookDelivery), total: z.number().int() }),
})

/** Sends a message again, with the same name, and with what its object is by now. Errors: `conflict` while it waits. */
export const replayWebhookDelivery = defineRoute({
  id: 'replayWebhookDelivery',
  summary: 'Send a message to a webhook again',
  method: 'POST',
  path: '/rest/webhooks/replay/{deliveryId}',
  permission: 'root',
  params: z.object({ deliveryId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  query: noQuery,
  body: z.undefined(),
  response: webhookDelivery,
})
