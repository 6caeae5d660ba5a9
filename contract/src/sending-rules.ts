import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { nameParam, searchText } from './request-texts.ts'

const noQuery = z.object({})
const perMinute = z.int().min(1).max(1_000_000)

/** By which rules an organisation sends. */
export const sendingRules = z.object({
  /** Nobody is written to more than `times` in `days`, over all channels, campaigns and reminders; null for no such rule. */
  contact: z
    .object({ times: z.int().min(1).max(100), days: z.int().min(1).max(3650) })
    .nullable()
    .default(null),
  /** Most messages a minute, to everybody; null for no limit. */
  perMinute: perMinute.nullable().default(null),
  /** Most messages a minute to a provider's domain, as `gmail.com`. */
  perDomain: z
    .array(z.object({ domain: z.hostname().max(253), perMinute }))
    .max(200)
    .default([]),
  /** A sender's domain that is new sends `first` messages on its first day and so many times as many each day; null for no warm-up. */
  warmUp: z
    .object({ first: z.int().min(1).max(1_000_000), factor: z.number().min(1).max(10) })
    .nullable()
    .default(null),
  /** A campaign pauses by itself when so many of the messages that were sent (at least `after`) came back, or were complained of, in percent. */
  pauseAt: z
    .object({
      bouncePercent: z.number().min(0.1).max(100),
      complaintPercent: z.number().min(0.01).max(100),
      after: z.int().min(10).max(1_000_000),
    })
    .nullable()
    .default({ bouncePercent: 10, complaintPercent: 0.5, after: 100 }),
})

/** By which rules an organisation sends. */
export type SendingRules = z.infer<typeof sendingRules>

/** Rules of an organisation without any of its own. */
export const usualSendingRules: SendingRules = sendingRules.parse({})

/** The rules of the caller's organisation. */
export const getSendingRules = defineRoute({
  id: 'getSendingRules',
  summary: 'Rules of sending',
  method: 'GET',
  path: '/rest/sending/rules',
  permission: 'universe-admin',
  params: noQuery,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ rules: sendingRules, version: z.int() }),
})

/** Saves them. Errors: `validation` at the field, `conflict` at `version`. */
export const saveSendingRules = defineRoute({
  id: 'saveSendingRules',
  summary: 'Save the rules of sending',
  method: 'PUT',
  path: '/rest/sending/rules',
  permission: 'universe-admin',
  params: noQuery,
  query: noQuery,
  body: z.object({ rules: sendingRules, version: z.int().min(0).max(2_147_483_647) }),
  response: z.object({ rules: sendingRules, version: z.int() }),
})

/** Why nothing is sent to an address. */
export const suppressionReasons = ['unsubscribed', 'complained', 'bounced', 'imported', 'entered'] as const

/** An address that nothing is sent to; null where its owner was erased. */
export const suppressedAddress = z.object({
  /** What it is named by in calls. */
  key: z.string(),
  address: z.string().nullable(),
  reason: z.enum(suppressionReasons),
  campaign: z.string().nullable(),
  createdAt: z.iso.datetime(),
})

/** Addresses that nothing is sent to, the newest first. */
export const listSuppressed = defineRoute({
  id: 'listSuppressed',
  summary: 'Addresses that nothing is sent to',
  method: 'GET',
  path: '/rest/sending/suppressed',
  permission: 'universe-admin',
  params: noQuery,
  query: z.object({
    rowFrom: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    rowTo: z.coerce.number().int().min(0).max(2_147_483_647).default(50),
    filter: searchText.default(''),
  }),
  body: z.undefined(),
  response: z.object({ rows: z.array(suppressedAddress), totalRows: z.int() }),
})

/** Most addresses that one call adds. */
export const maxSuppressed = 50_000

/** Adds addresses, each an e-mail address or a phone number; the ones that are neither are named by their place, from 1. */
export const addSuppressed = defineRoute({
  id: 'addSuppressed',
  summary: 'Send nothing to addresses',
  method: 'POST',
  path: '/rest/sending/suppressed',
  permission: 'universe-admin',
  params: noQuery,
  query: noQuery,
  body: z.object({
    addresses: z.array(z.string().max(320)).min(1).max(maxSuppressed),
    reason: z.enum(['imported', 'entered']),
  }),
  response: z.object({ added: z.int(), known: z.int() }),
})

/** Lets an address be written to again. */
export const removeSuppressed = defineRoute({
  id: 'removeSuppressed',
  summary: 'Let an address be written to again',
  method: 'DELETE',
  path: '/rest/sending/suppressed/{key}',
  permission: 'universe-admin',
  params: z.object({ key: nameParam }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})
