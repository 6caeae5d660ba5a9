import { z } from 'zod'
import { defineRoute } from './define-route.ts'

const nothing = z.object({})

/** The language model that an organisation has chosen to judge and translate comments. Its key is told to nobody. */
const textProvider = z.object({
  isOn: z.boolean(),
  /** Address of an API like OpenAI's, such as `https://api.example.org/v1`; empty for none. */
  url: z.string(),
  model: z.string(),
  hasKey: z.boolean(),
  /** Hosts that root has allowed the server to call. */
  hosts: z.array(z.string()),
  /** 0 where none was ever chosen. */
  version: z.number().int(),
})

/** The language model that an organisation has chosen. */
export type TextProvider = z.infer<typeof textProvider>

/** The language model of the session's organisation. */
export const getTextProvider = defineRoute({
  id: 'getTextProvider',
  summary: 'Language model of the organisation',
  method: 'GET',
  path: '/rest/universes/text-provider',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: z.undefined(),
  response: textProvider,
})

/**
 * Saves the language model of the session's organisation; comments are judged again where that changes what judges them. Errors:
 * `validation` at the field, also for a host that root has not allowed; `conflict` for a stale version.
 */
export const saveTextProvider = defineRoute({
  id: 'saveTextProvider',
  summary: 'Save the language model of the organisation',
  method: 'POST',
  path: '/rest/universes/text-provider',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: z.object({
    isOn: z.boolean(),
    url: z.string().trim().max(500),
    model: z.string().trim().max(200),
    /** A new key; empty keeps the one there is. */
    key: z.string().trim().max(500),
    removesKey: z.boolean(),
    version: z.int32(),
  }),
  response: textProvider,
})

/** Has the stored language model judge a comment of the program's own, and tells how long that took, or what went wrong. */
export const tryTextProvider = defineRoute({
  id: 'tryTextProvider',
  summary: 'Try the language model of the organisation',
  method: 'POST',
  path: '/rest/universes/text-provider/try',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ tookMs: z.number().int().nullable(), failure: z.string().nullable() }),
})
