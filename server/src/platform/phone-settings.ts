import { z } from 'zod'

/** A provider that calls people, as Twilio's API does. */
export interface PhoneSettings {
  /** Address of its API, without a slash at the end. */
  url: string
  account: string
  /** The secret that calls of its API, and those that it makes to us, are made with. */
  token: string
  /** Number that calls are from where a campaign has none; null for none. */
  from: string | null
  allowPrivate: boolean
}

/** Whether a text is a number that calls can be from. */
export const callerNumber = /^\+?\d{3,15}$/

/** Variables of the environment that say how people are called. */
export const phoneEnvironment = {
  GENSVAR_PHONE_ACCOUNT: z
    .string()
    .regex(/^[\w-]{3,64}$/, 'must be the name of an account at the provider of calls, like AC0123456789abcdef')
    .optional(),
  GENSVAR_PHONE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a text of letters, digits and signs without spaces')
    .optional(),
  GENSVAR_PHONE_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address of a provider of calls, like https://api.twilio.com' })
    .refine((text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).search === '', {
      error: 'must be an address alone, without a user name or a query',
    })
    .optional(),
  GENSVAR_PHONE_FROM: z.string().regex(callerNumber, 'must be a phone number, like +46812345678').optional(),
  GENSVAR_PHONE_PRIVATE: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
}

/** Keys of them whose value is a secret. */
export const phoneSecrets = ['GENSVAR_PHONE_TOKEN'] as const

type PhoneEnvironment = { [Key in keyof typeof phoneEnvironment]?: string | undefined }

/** What contradicts something else, by key. */
export function missingPhoneSettings(
  given: PhoneEnvironment & { GENSVAR_URL?: string | undefined },
): Record<string, string> {
  const problems: Record<string, string> = {}
  const set = (Object.keys(phoneEnvironment) as (keyof PhoneEnvironment)[]).filter((key) => given[key] !== undefined)
  const [first] = set
  if (first === undefined) return problems
  for (const key of ['GENSVAR_PHONE_ACCOUNT', 'GENSVAR_PHONE_TOKEN'] as const)
    if (given[key] === undefined) problems[key] = `must be set together with ${first}`
  if (given.GENSVAR_URL === undefined)
    problems['GENSVAR_URL'] = `must be set together with ${first}: the provider asks there what to say`
  // The token would travel in the open.
  if (given.GENSVAR_PHONE_URL?.startsWith('http:') && given.GENSVAR_PHONE_PRIVATE !== 'on')
    problems['GENSVAR_PHONE_URL'] = 'must begin with https:// outside a private network'
  return problems
}

/** How people are called; null where what would be said is kept for root to read. */
export function phoneSettingsOf(given: PhoneEnvironment): PhoneSettings | null {
  const { GENSVAR_PHONE_ACCOUNT: account, GENSVAR_PHONE_TOKEN: token } = given
  if (account === undefined || token === undefined) return null
  return {
    ...{ account, token, from: given.GENSVAR_PHONE_FROM ?? null },
    url: (given.GENSVAR_PHONE_URL ?? 'https://api.twilio.com').replace(/\/+$/, ''),
    allowPrivate: given.GENSVAR_PHONE_PRIVATE === 'on',
  }
}
