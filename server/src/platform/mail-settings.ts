import { z } from 'zod'

/** The mail server that mails are handed to, and how they are signed. */
export interface MailSettings {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS where the server offers it, always with a password. */
  isSecure: boolean
  login: { user: string; password: string } | null
  /** Sender of all mails, `Gensvar <feedback@example.com>`. */
  from: string
  dkim: { domain: string; selector: string; key: string } | null
}

/** Where the server takes reports of messages that came back. */
export interface BounceSettings {
  host: string
  port: number
  /** Domain of the addresses that messages are sent from, as their envelope has it. */
  domain: string
}

/** Variables of the environment that say how mail is sent, and where it comes back. */
export const mailEnvironment = {
  GENSVAR_SMTP_URL: z
    .string()
    .refine((text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '', {
      error: 'must look like smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start',
    })
    .optional(),
  GENSVAR_MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
      error: 'must be the sender of mails, like Gensvar <feedback@example.com>',
    })
    .optional(),
  GENSVAR_DKIM_DOMAIN: z
    .string()
    .regex(/^[A-Za-z0-9.-]+$/, 'must be a domain, like example.com')
    .optional(),
  GENSVAR_DKIM_SELECTOR: z
    .string()
    .regex(/^[A-Za-z0-9._-]+$/, 'must be the name of a DKIM key')
    .optional(),
  GENSVAR_DKIM_KEY: z.string().includes('PRIVATE KEY', { error: 'must be a private key in PEM format' }).optional(),
  GENSVAR_BOUNCE_DOMAIN: z.hostname({ error: 'must be a domain, like bounces.example.com' }).optional(),
  GENSVAR_BOUNCE_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number, 1 to 65535')
    .refine((port) => Number(port) >= 1 && Number(port) <= 65_535, 'must be a port number, 1 to 65535')
    .optional(),
  GENSVAR_BOUNCE_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]+$/, 'must be an address or host name to listen on')
    .optional(),
}

/** Keys of them whose value is a secret. */
export const mailSecrets = ['GENSVAR_SMTP_URL', 'GENSVAR_DKIM_KEY'] as const

/** Keys that are given together or not at all. */
const together = [
  ['GENSVAR_SMTP_URL', 'GENSVAR_MAIL_FROM'],
  ['GENSVAR_DKIM_DOMAIN', 'GENSVAR_DKIM_SELECTOR', 'GENSVAR_DKIM_KEY'],
  ['GENSVAR_BOUNCE_DOMAIN', 'GENSVAR_BOUNCE_PORT'],
] as const

type MailEnvironment = { [Key in keyof typeof mailEnvironment]?: string | undefined }

/** What is missing, by key. */
export function missingMailSettings(given: MailEnvironment): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const keys of together) {
    const set = keys.filter((key) => given[key] !== undefined)
    if (set.length === 0) continue
    for (const key of keys)
      if (given[key] === undefined) problems[key] = `must be set together with ${set.join(' and ')}`
  }
  if (given.GENSVAR_DKIM_DOMAIN !== undefined && given.GENSVAR_SMTP_URL === undefined)
    problems['GENSVAR_SMTP_URL'] = 'must be set together with GENSVAR_DKIM_DOMAIN'
  if (given.GENSVAR_BOUNCE_HOST !== undefined && given.GENSVAR_BOUNCE_PORT === undefined)
    problems['GENSVAR_BOUNCE_PORT'] ??= 'must be set together with GENSVAR_BOUNCE_HOST'
  return problems
}

/** How mail is sent; null where it is kept for root to read. */
export function mailSettingsOf(given: MailEnvironment): MailSettings | null {
  const { GENSVAR_SMTP_URL: address, GENSVAR_MAIL_FROM: from } = given
  if (address === undefined || from === undefined) return null
  const url = new URL(address)
  const isSecure = url.protocol === 'smtps:'
  const { GENSVAR_DKIM_DOMAIN: domain, GENSVAR_DKIM_SELECTOR: selector, GENSVAR_DKIM_KEY: key } = given
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    login:
      url.username === ''
        ? null
        : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) },
    from,
    dkim: domain && selector && key ? { domain, selector, key: key.replaceAll('\\n', '\n') } : null,
  }
}

/** Where bounces arrive; null where nothing listens for them. */
export function bounceSettingsOf(given: MailEnvironment): BounceSettings | null {
  const { GENSVAR_BOUNCE_DOMAIN: domain, GENSVAR_BOUNCE_PORT: port, GENSVAR_BOUNCE_HOST: host = '127.0.0.1' } = given
  return domain === undefined || port === undefined ? null : { host, port: Number(port), domain: domain.toLowerCase() }
}
