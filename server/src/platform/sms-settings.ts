import { z } from 'zod'

/** How text messages are sent. */
export type SmsSettings = (SmppSettings | SmsHttpSettings) & {
  /** Number or name that messages are from where nobody gives another; null for none. */
  from: string | null
}

/** A message centre of SMPP 3.4. */
export interface SmppSettings {
  kind: 'smpp'
  host: string
  port: number
  /** TLS from the first byte. */
  isSecure: boolean
  systemId: string
  password: string
  systemType: string
  /** Most messages that wait for an answer at a time. */
  window: number
  /** Whether receipts name a message by a decimal number whose hexadecimal one it was taken with. */
  hasDecimalReceipts: boolean
}

/** A provider that takes messages by HTTP. */
export interface SmsHttpSettings {
  kind: 'http'
  url: string
  method: 'POST' | 'PUT' | 'GET'
  format: 'json' | 'form'
  headers: Readonly<Record<string, string>>
  /** What is sent: the fields by name with their values; placeholders stand in the values. */
  body: SmsBody
  /** Stands for `{token}`. */
  token: string
  /** Statuses that mean that the message was taken; null for 200 to 299. */
  accepted: readonly number[] | null
  /** A text that the answer has to have as well; empty for none. */
  acceptedText: string
  allowPrivate: boolean
}

/** A body of a request, or a part of it. */
export type SmsBody = string | number | boolean | null | readonly SmsBody[] | { readonly [name: string]: SmsBody }

/** What stands in the values of the body and in headers, in curly brackets. */
export const smsPlaceholders = ['to', 'number', 'text', 'from', 'key', 'token'] as const

const defaultBody = '{"to":"{to}","from":"{from}","text":"{text}","reference":"{key}"}'
const smppAddress = 'must look like smpp://system_id:password@smsc.example.com:2775, or smpps:// for TLS from the start'

/** Whether a text is a number or a name that messages can be from: a name has at most 11 letters that phones know. */
export const smsSender = /^(?:\+?\d{3,15}|(?=.{1,11}$)[A-Za-z0-9 &._-]*[A-Za-z][A-Za-z0-9 &._-]*)$/

/** Variables of the environment that say how text messages are sent. */
export const smsEnvironment = {
  GENSVAR_SMPP_URL: z
    .string()
    .refine((text) => {
      const url = URL.canParse(text) ? new URL(text) : null
      const isSmpp = url !== null && /^smpps?:$/.test(url.protocol) && url.hostname !== '' && url.username !== ''
      return isSmpp && decoded(url.username).length <= 15 && decoded(url.password).length <= 8
    }, `${smppAddress}; SMPP has 15 characters for a system_id and 8 for a password`)
    .optional(),
  GENSVAR_SMPP_SYSTEM_TYPE: z
    .string()
    .regex(/^[\x21-\x7e]{1,12}$/, 'must be the system_type of your account, at most 12 characters')
    .optional(),
  GENSVAR_SMPP_WINDOW: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number of messages, 1 to 500')
    .refine((text) => Number(text) >= 1 && Number(text) <= 500, 'must be a number of messages, 1 to 500')
    .optional(),
  GENSVAR_SMPP_RECEIPT_ID: z.enum(['same', 'decimal'], { error: 'must be same or decimal' }).optional(),
  GENSVAR_SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address of an SMS provider, like https://sms.example.com/send' })
    .refine((text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '', {
      error: 'must not hold a user name or a password; put them into GENSVAR_SMS_HEADERS',
    })
    .optional(),
  GENSVAR_SMS_METHOD: z.enum(['POST', 'PUT', 'GET'], { error: 'must be POST, PUT or GET' }).optional(),
  GENSVAR_SMS_FORMAT: z.enum(['json', 'form'], { error: 'must be json or form' }).optional(),
  GENSVAR_SMS_HEADERS: z
    .string()
    .refine((text) => headersOf(text) !== null, 'must be headers as JSON, like {"Authorization":"Bearer {token}"}')
    .optional(),
  GENSVAR_SMS_BODY: z
    .string()
    .refine(
      (text) => bodyOf(text) !== null,
      `must be an object as JSON with texts that hold {to} and {text}, like ${defaultBody}`,
    )
    .optional(),
  GENSVAR_SMS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a text of letters, digits and signs without spaces')
    .optional(),
  GENSVAR_SMS_ACCEPTED: z
    .string()
    .regex(/^[1-5]\d\d(?: *, *[1-5]\d\d)*$/, 'must be statuses that mean that a message was taken, like 200, 202')
    .optional(),
  GENSVAR_SMS_ACCEPTED_TEXT: z.string().optional(),
  GENSVAR_SMS_PRIVATE: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  GENSVAR_SMS_FROM: z
    .string()
    .regex(smsSender, 'must be a phone number, or a name of at most 11 letters and digits')
    .optional(),
}

/** Keys of them whose value is a secret. */
export const smsSecrets = ['GENSVAR_SMPP_URL', 'GENSVAR_SMS_HEADERS', 'GENSVAR_SMS_BODY', 'GENSVAR_SMS_TOKEN'] as const

type SmsEnvironment = { [Key in keyof typeof smsEnvironment]?: string | undefined }

/** What contradicts something else, by key. */
export function missingSmsSettings(given: SmsEnvironment): Record<string, string> {
  const problems: Record<string, string> = {}
  const { GENSVAR_SMPP_URL: smpp, GENSVAR_SMS_URL: http } = given
  if (smpp !== undefined && http !== undefined)
    problems['GENSVAR_SMS_URL'] = 'must not be set together with GENSVAR_SMPP_URL: messages go one way'
  for (const key of Object.keys(smsEnvironment) as (keyof SmsEnvironment)[]) {
    if (given[key] === undefined || key === 'GENSVAR_SMS_FROM' || key.endsWith('_URL')) continue
    if (key.startsWith('GENSVAR_SMPP_') && smpp === undefined)
      problems['GENSVAR_SMPP_URL'] = `must be set together with ${key}`
    if (key.startsWith('GENSVAR_SMS_') && http === undefined)
      problems['GENSVAR_SMS_URL'] = `must be set together with ${key}`
  }
  if (given.GENSVAR_SMS_FROM !== undefined && smpp === undefined && http === undefined)
    problems['GENSVAR_SMS_FROM'] = 'must be set together with GENSVAR_SMPP_URL or GENSVAR_SMS_URL'
  const namesToken = [given.GENSVAR_SMS_HEADERS, given.GENSVAR_SMS_BODY].some((text) => text?.includes('{token}'))
  if (namesToken && given.GENSVAR_SMS_TOKEN === undefined)
    problems['GENSVAR_SMS_TOKEN'] = 'must be set where {token} stands in the headers or the body'
  if (given.GENSVAR_SMS_METHOD === 'GET' && http !== undefined) {
    if (given.GENSVAR_SMS_FORMAT !== 'form')
      problems['GENSVAR_SMS_FORMAT'] = 'must be form with GET, which has its fields in the address'
    // Addresses are logged by whoever passes them on.
    if (given.GENSVAR_SMS_BODY?.includes('{token}'))
      problems['GENSVAR_SMS_BODY'] =
        'must not hold {token} with GET: it would stand in the address; put it into a header'
  }
  if (given.GENSVAR_SMS_FORMAT === 'form' && given.GENSVAR_SMS_BODY !== undefined) {
    const values = Object.values((bodyOf(given.GENSVAR_SMS_BODY) ?? {}) as Record<string, SmsBody>)
    if (values.some((value) => typeof value === 'object'))
      problems['GENSVAR_SMS_BODY'] = 'must have plain values with the format form'
  }
  return problems
}

/** How text messages are sent; null where they are kept for root to read. */
export function smsSettingsOf(given: SmsEnvironment): SmsSettings | null {
  const from = given.GENSVAR_SMS_FROM ?? null
  const { GENSVAR_SMPP_URL: smpp, GENSVAR_SMS_URL: http } = given
  if (smpp !== undefined) {
    const url = new URL(smpp)
    const isSecure = url.protocol === 'smpps:'
    return {
      ...{ kind: 'smpp', from, isSecure, host: url.hostname.replace(/^\[|\]$/g, '') },
      port: url.port === '' ? (isSecure ? 3550 : 2775) : Number(url.port),
      systemId: decoded(url.username),
      password: decoded(url.password),
      systemType: given.GENSVAR_SMPP_SYSTEM_TYPE ?? '',
      window: Number(given.GENSVAR_SMPP_WINDOW ?? 20),
      hasDecimalReceipts: given.GENSVAR_SMPP_RECEIPT_ID === 'decimal',
    }
  }
  if (http === undefined) return null
  return {
    ...{ kind: 'http', from, url: http },
    method: (given.GENSVAR_SMS_METHOD ?? 'POST') as SmsHttpSettings['method'],
    format: (given.GENSVAR_SMS_FORMAT ?? 'json') as SmsHttpSettings['format'],
    headers: headersOf(given.GENSVAR_SMS_HEADERS ?? '{}') ?? {},
    body: bodyOf(given.GENSVAR_SMS_BODY ?? defaultBody) ?? {},
    token: given.GENSVAR_SMS_TOKEN ?? '',
    accepted: given.GENSVAR_SMS_ACCEPTED?.split(',').map(Number) ?? null,
    acceptedText: given.GENSVAR_SMS_ACCEPTED_TEXT ?? '',
    allowPrivate: given.GENSVAR_SMS_PRIVATE === 'on',
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function headersOf(text: string): Record<string, string> | null {
  const read = z
    .record(z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/))
    .safeParse(parsed(text))
  return read.success ? read.data : null
}

function bodyOf(text: string): SmsBody | null {
  const read = parsed(text)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return null
  const body = read as SmsBody
  return holds(body, '{text}') && (holds(body, '{to}') || holds(body, '{number}')) ? body : null
}

/** Whether a placeholder stands in one of the values. */
function holds(body: SmsBody, name: string): boolean {
  if (typeof body === 'string') return body.includes(name)
  return typeof body === 'object' && body !== null && Object.values(body).some((part) => holds(part as SmsBody, name))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
