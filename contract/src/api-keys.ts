import { z } from 'zod'
import { extName } from './configuration/names.ts'
import { defineRoute } from './define-route.ts'
import { apiKey, apiKeyType } from './entities/api-keys.ts'
import { nameParam } from './request-texts.ts'

/** What a key opens, by its number. */
export type ApiKeyType = z.infer<typeof apiKeyType>

/** Types of keys that open nothing but their own public answer, and are written in addresses. */
export const publicKeyTypes: readonly ApiKeyType[] = [1, 2, 4]

/** Requests a minute of a new key, by its type: a widget is loaded by everybody who opens its page. */
export const usualPerMinute: Readonly<Record<ApiKeyType, number>> = { 1: 6000, 2: 6000, 3: 600, 4: 600 }

/** Longest time that the token before a rotation can go on working, in hours. */
export const longestGrace = 168

const noParams = z.object({})
const noQuery = z.object({})
const ofKey = z.object({ keyId: z.coerce.number().int().min(0).max(2_147_483_647) })
const moment = z.iso.datetime()

/** A key as the administration shows it. */
export const storedApiKey = apiKey.extend({
  /** Ext name of its survey. */
  survey: z.string(),
  /** The place's name; null where there is no such place any more, so that the key opens nothing. */
  placeTitle: z.string().nullable(),
  /** Name of the user with whose rights a key of the API works; null for other keys, and where the user is gone. */
  user: z.string().nullable(),
  /** Most requests a minute, at each server. */
  perMinute: z.number().int(),
  /** Last day it works, in the organisation's time zone; null where it does not end. */
  lastDay: z.string().nullable(),
  /**
   * `ended` after its last day; `closed` where its survey is closed, its place gone, or its user may do nothing there any
   * more.
   */
  state: z.enum(['works', 'revoked', 'ended', 'closed']),
  created: moment,
  /** To the minute; null where it was never used. */
  lastUsed: moment.nullable(),
  /** Until when the token before the last rotation works; null where it does not. */
  oldTokenUntil: moment.nullable(),
  version: z.number().int(),
})

/** A key as the administration shows it. */
export type StoredApiKey = z.infer<typeof storedApiKey>

const settings = {
  extname: z.string().trim().max(80).pipe(extName),
  path: z.string().min(1, 'a place is needed').max(1500),
  /** For a key of the API; null for others. */
  user: z.string().trim().max(200).nullable(),
  perMinute: z.int().min(1).max(100_000),
  lastDay: z.iso.date('write a date as 2026-01-31').max(10).nullable(),
}

/** A key with its new token, which cannot be read again. */
const madeKey = z.object({ key: storedApiKey, token: z.string() })

/** The keys of the session's organisation. */
export const listApiKeys = defineRoute({
  id: 'listApiKeys',
  summary: 'API keys of the organisation',
  method: 'GET',
  path: '/rest/apikeys/list',
  permission: 'root',
  params: noParams,
  query: noQuery,
  body: z.undefined(),
  response: z.object({
    keys: z.array(storedApiKey),
    /** Surveys that a key can be made for; `isPublic` where the configuration says what public keys show. */
    surveys: z.array(z.object({ extName: z.string(), title: z.string(), isPublic: z.boolean() })),
    /** Where the server is reached, for addresses and code to copy. */
    address: z.string(),
  }),
})

/**
 * Makes a key; its token is answered this once. Errors: `validation` at `survey`, `path`, `user` and `lastDay`, `conflict`
 * at `extname` for a name in use.
 */
export const createApiKey = defineRoute({
  id: 'createApiKey',
  summary: 'Make an API key',
  method: 'POST',
  path: '/rest/apikeys/create',
  permission: 'root',
  params: noParams,
  query: noQuery,
  body: z.object({ ...settings, type: apiKeyType, survey: nameParam.min(1, 'a survey is needed') }),
  response: madeKey,
})

/** Saves a key; type and survey stay. Errors as for `createApiKey`, and `conflict` for a stale version. */
export const saveApiKey = defineRoute({
  id: 'saveApiKey',
  summary: 'Save an API key',
  method: 'POST',
  path: '/rest/apikeys/save/{keyId}',
  permission: 'root',
  params: ofKey,
  query: noQuery,
  body: z.object({ ...settings, version: z.int32() }),
  response: storedApiKey,
})

/**
 * Gives a key a new token. The one before works for some hours more, or not at all; those before it have ended. Errors:
 * `conflict` for a key that is revoked.
 */
export const rotateApiKey = defineRoute({
  id: 'rotateApiKey',
  summary: 'Give an API key a new token',
  method: 'POST',
  path: '/rest/apikeys/rotate/{keyId}',
  permission: 'root',
  params: ofKey,
  query: noQuery,
  body: z.object({ graceHours: z.int().min(0).max(longestGrace) }),
  response: madeKey,
})

/** Ends a key at once and for good; it stays in the list. */
export const revokeApiKey = defineRoute({
  id: 'revokeApiKey',
  summary: 'Revoke an API key',
  method: 'POST',
  path: '/rest/apikeys/revoke/{keyId}',
  permission: 'root',
  params: ofKey,
  query: noQuery,
  body: z.undefined(),
  response: storedApiKey,
})

/** Deletes a key, which ends it. */
export const removeApiKey = defineRoute({
  id: 'removeApiKey',
  summary: 'Delete an API key',
  method: 'DELETE',
  path: '/rest/apikeys/delete/{keyId}',
  permission: 'root',
  params: ofKey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})
