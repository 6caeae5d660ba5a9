import { sentText } from '@gensvar/contract/message-length'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { Unanswered, callOut } from '#server/platform/egress.ts'
import type { EgressRequest, EgressResponse } from '#server/platform/egress.ts'
import { AppError } from '#server/platform/errors.ts'
import { smsPlaceholders } from '#server/platform/sms-settings.ts'
import type { SmsBody, SmsHttpSettings } from '#server/platform/sms-settings.ts'
import type { Channel, Delivery, OutgoingMessage, PreparedMessage } from './channel.ts'
import { retryAfter, saidByProvider } from './provider-answer.ts'
import { refusedSms } from './sms-message.ts'

/** Calls of the provider at a time. */
const calls = 10
/** Longest time for an answer, in ms. */
const usualTimeout = 20_000
/** Statuses by which the provider lets nobody in, or is not what was set up: no message fares better. */
const notLetIn: ReadonlySet<number> = new Set([401, 403, 407])

type Placeholder = (typeof smsPlaceholders)[number]

/** What a provider is for: what it never gets, what its answers mean, and how it is told of. */
export interface HttpProvider {
  /** What keeps a message from being handed over; null for nothing. */
  refused(message: OutgoingMessage): Extract<Delivery, { outcome: 'refused' }> | null
  /** Statuses that mean that nothing arrives at the address any more. */
  gone: ReadonlySet<number>
  words: {
    unanswered: Words
    busy(status: number): Words
    closed(status: number): Words
    /** `said`: what it answered; may be empty. */
    refused(status: number, said: string): Words
  }
}

/** A provider of text messages. Which statuses tell of a number that is none is not known of all of them. */
const smsProvider: HttpProvider = {
  refused: refusedSms,
  gone: new Set(),
  words: {
    unanswered: say`The SMS provider did not answer: whether it arrived is not known, and it is not sent again.`,
    busy: (status) => say`The SMS provider takes no more messages for now (${status}).`,
    closed: (status) => say`The SMS provider does not let this server in (${status}).`,
    refused: (status, said) =>
      said === ''
        ? say`The SMS provider refused it (${status}).`
        : say`The SMS provider refused it (${status}): ${said}`,
  },
}

/** Text messages through a provider that takes each by a call of its own (HTTP). */
export class SmsHttpChannel implements Channel {
  readonly lanes = calls
  private readonly settings: SmsHttpSettings
  private readonly now: () => Date
  private readonly timeout: number
  private readonly provider: HttpProvider

  constructor(
    settings: SmsHttpSettings,
    now: () => Date,
    { timeout = usualTimeout, provider = smsProvider }: { timeout?: number; provider?: HttpProvider } = {},
  ) {
    this.settings = settings
    this.now = now
    this.timeout = timeout
    this.provider = provider
  }

  async prepare(message: OutgoingMessage): Promise<PreparedMessage> {
    const refused = this.provider.refused(message)
    if (refused) return { send: async () => refused }
    const request = requestOf(this.settings, message)
    return { send: () => this.send(request) }
  }

  close(): void {}

  private async send(request: EgressRequest): Promise<Delivery> {
    const { url, allowPrivate } = this.settings
    const { hostname, port } = new URL(url)
    const allow = [port === '' ? hostname : `${hostname}:${port}`]
    try {
      return this.deliveryOf(await callOut({ allow, allowPrivate, timeout: this.timeout }, request))
    } catch (error) {
      if (error instanceof Unanswered && error.wasSent)
        return {
          outcome: 'unknown',
          reason: this.provider.words.unanswered,
        }
      // Its answer came, but was too long to be read.
      if (error instanceof AppError && error.code === 'too_large') return { outcome: 'unknown', reason: error.words }
      if (error instanceof AppError) return { outcome: 'unreachable', reason: error.words }
      throw error
    }
  }

  private deliveryOf({ status, headers, body }: EgressResponse): Delivery {
    const { accepted, acceptedText } = this.settings
    const isAccepted = accepted === null ? status >= 200 && status < 300 : accepted.includes(status)
    if (isAccepted && body.includes(acceptedText)) return { outcome: 'sent' }
    if (status === 429)
      return {
        outcome: 'unreachable',
        reason: this.provider.words.busy(status),
        retryAfter: retryAfter(headers['retry-after'], this.now()),
      }
    if (notLetIn.has(status) || (status >= 300 && status < 400))
      return { outcome: 'unreachable', reason: this.provider.words.closed(status) }
    const isTemporary = status >= 500 || status === 408
    const isAddress = this.provider.gone.has(status)
    return { outcome: 'refused', isTemporary, isAddress, reason: this.refusedWords(status, body) }
  }

  private refusedWords(status: number, body: string): Words {
    const { token, headers } = this.settings
    const said = saidByProvider(body, [token, ...Object.values(headers).flatMap((value) => value.split(/\s+/))])
    return this.provider.words.refused(status, said)
  }
}

/** The call that hands a message over. */
export function requestOf(
  { url, method, format, headers, body, token }: SmsHttpSettings,
  { to, text, sender, key }: OutgoingMessage,
): EgressRequest {
  const values = { to, number: to.replace('+', ''), text: sentText(text), from: sender.address, key, token }
  const filled = filledBody(body, values)
  // What recipients and campaigns are made of could end a header.
  const own = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('{token}', () => token)] as const)
  const type = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
  const content = format === 'json' ? JSON.stringify(filled) : formOf(filled)
  if (method === 'GET') {
    const target = new URL(url)
    for (const [name, value] of new URLSearchParams(content)) target.searchParams.append(name, value)
    return { url: target.href, method, headers: Object.fromEntries(own) }
  }
  const length = String(Buffer.byteLength(content))
  return {
    ...{ url, method, body: content },
    headers: { 'content-type': type, ...Object.fromEntries(own), 'content-length': length },
  }
}

/** The values in the places of the placeholders; what they hold is never read as one, and is written as the format asks. */
function filledBody(body: SmsBody, values: Readonly<Record<Placeholder, string>>): SmsBody {
  if (typeof body === 'string') return filledText(body, values)
  if (typeof body !== 'object' || body === null) return body
  if (Array.isArray(body)) return body.map((part: SmsBody) => filledBody(part, values))
  return Object.fromEntries(Object.entries(body).map(([name, part]) => [name, filledBody(part as SmsBody, values)]))
}

const placeholder = new RegExp(`\\{(${smsPlaceholders.join('|')})\\}`, 'g')

function filledText(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(placeholder, (_whole, name: Placeholder) => values[name])
}

function formOf(body: SmsBody): string {
  const fields = Object.entries(body as Readonly<Record<string, SmsBody>>)
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString()
}
