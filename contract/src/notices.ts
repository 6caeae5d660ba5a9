import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { mailStates, notice, noticeChoices, sentMail } from './entities/notices.ts'
import { pageQuery } from './paging.ts'

/** Most notices in an answer. */
export const noticePage = 50

const noParams = z.object({})
const noQuery = z.object({})
const noticeId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/** The caller's own notices, newest first, of what they may still see. */
export const listNotices = defineRoute({
  id: 'listNotices',
  summary: 'Own notices',
  method: 'GET',
  path: '/rest/notices/list',
  permission: 'signed-in',
  params: noParams,
  /** `before`: only those older than this one. */
  query: z.object({ before: noticeId.optional() }),
  body: z.undefined(),
  response: z.object({ notices: z.array(notice).max(noticePage), unread: z.number().int(), hasMore: z.boolean() }),
})

/**
 * Tells of the caller's notices as they come, as server-sent events: `unread` with `{ unread }` at once and after each
 * change, `notice` with a notice, `system-message` with `{ message }`, the message to everybody or null, at once and whenever
 * another one is shown, and of surveys that the caller may open: `configuration` with `{ survey, version }`, the ext
 * name and the version of the start data, when another configuration is published, and `figures` with `{ survey }` when its
 * figures may have moved; of an anonymous survey that is told of published batches alone, at full minutes. Ends with the
 * session; with `once` right after what there is.
 */
export const streamNotices = defineRoute({
  id: 'streamNotices',
  summary: 'Own notices as they come',
  method: 'GET',
  path: '/rest/notices/stream',
  permission: 'signed-in',
  params: noParams,
  query: z.object({ once: z.stringbool().default(false) }),
  body: z.undefined(),
  response: z.unknown(),
})

/** Marks own notices as read; all of them where none is named. */
export const readNotices = defineRoute({
  id: 'readNotices',
  summary: 'Mark own notices as read',
  method: 'POST',
  path: '/rest/notices/read',
  permission: 'signed-in',
  params: noParams,
  query: noQuery,
  body: z.object({ ids: z.array(z.int().min(0)).max(1000).default([]) }),
  response: z.object({ unread: z.number().int() }),
})

/** What the caller wants to be told of. */
export const getNoticeChoices = defineRoute({
  id: 'getNoticeChoices',
  summary: 'Own choice of notices',
  method: 'GET',
  path: '/rest/notices/choices',
  permission: 'signed-in',
  params: noParams,
  query: noQuery,
  body: z.undefined(),
  response: noticeChoices.extend({
    /** Where mail goes; empty for a user without an address. */
    email: z.string(),
    /** Whether this server sends mail; false where mail is kept for root to read. */
    sendsMail: z.boolean(),
  }),
})

/** Saves it. Errors: `validation` at `timeZone`, `quietFrom` and `quietTo`. */
export const saveNoticeChoices = defineRoute({
  id: 'saveNoticeChoices',
  summary: 'Save the own choice of notices',
  method: 'PUT',
  path: '/rest/notices/choices',
  permission: 'signed-in',
  params: noParams,
  query: noQuery,
  body: noticeChoices,
  response: noticeChoices,
})

/** Mails of the server, newest first, for root. */
export const listMails = defineRoute({
  id: 'listMails',
  summary: 'Mails of the server',
  method: 'GET',
  path: '/rest/notices/mails',
  permission: 'root',
  params: noParams,
  query: pageQuery.extend({ state: z.enum(mailStates).optional() }),
  body: z.undefined(),
  response: z.object({
    mails: z.array(sentMail),
    total: z.number().int(),
    /** Number in each state. */
    counts: z.record(z.enum(mailStates), z.number().int()),
    /** Whether this server sends mail; false where mail is kept to be read here. */
    sendsMail: z.boolean(),
  }),
})
