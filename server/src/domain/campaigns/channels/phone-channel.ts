import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { Unanswered, callOut } from '#server/platform/egress.ts'
import type { EgressResponse } from '#server/platform/egress.ts'
import { AppError } from '#server/platform/errors.ts'
import { phoneCall } from '#server/platform/phone-api.ts'
import { callerNumber } from '#server/platform/phone-settings.ts'
import type { PhoneSettings } from '#server/platform/phone-settings.ts'
import { callName } from '../receipts/part-name.ts'
import type { Channel, Delivery, OutgoingMessage, PreparedMessage } from './channel.ts'
import { retryAfter, saidByProvider } from './provider-answer.ts'
import { isPhoneNumber } from './sms-message.ts'

/** Longest time for an answer, in ms. */
const usualTimeout = 20_000
/** Codes by which a provider says that a number is none, or cannot be called. */
const badNumbers: ReadonlySet<number> = new Set([13_223, 13_224, 21_201, 21_211, 21_214, 21_217, 21_421])
/** Statuses by which the provider lets nobody in, or is not what was set up: no call fares better. */
const notLetIn: ReadonlySet<number> = new Set([401, 403, 404, 407])

/** Phone calls through a provider whose API is Twilio's: it calls, and asks us at each step what to say. */
export class PhoneChannel implements Channel {
  readonly lanes = 4
  private readonly settings: PhoneSettings
  private readonly now: () => Date
  private readonly timeout: number

  constructor(settings: PhoneSettings, now: () => Date, timeout = usualTimeout) {
    this.settings = settings
    this.now = now
    this.timeout = timeout
  }

  async prepare({ to, text, sender, callAt }: OutgoingMessage): Promise<PreparedMessage> {
    const from = sender.address.replaceAll(/\s/g, '')
    const refused = refusedCall({ to, text, from })
    if (refused) return { send: async () => refused }
    if (!callAt) throw new Error('A call has no address that its provider asks at')
    const fields = { To: international(to), From: international(from), Url: callAt, Method: 'POST' }
    const body = new URLSearchParams({ ...fields, StatusCallback: `${callAt}/status`, StatusCallbackMethod: 'POST' })
    const request = phoneCall(this.settings, 'POST', 'Calls.json', body.toString())
    return { send: () => this.send(request) }
  }

  close(): void {}

  private async send({ rules, request }: ReturnType<typeof phoneCall>): Promise<Delivery> {
    try {
      return this.deliveryOf(await callOut({ ...rules, timeout: this.timeout }, request))
    } catch (error) {
      if (error instanceof Unanswered && error.wasSent)
        return {
          outcome: 'unknown',
          reason: say`The provider of calls did not answer: whether it calls is not known, and it is not asked again.`,
        }
      // Its answer came, but was too long to be read.
      if (error instanceof AppError && error.code === 'too_large') return { outcome: 'unknown', reason: error.words }
      if (error instanceof AppError) return { outcome: 'unreachable', reason: error.words }
      throw error
    }
  }

  private deliveryOf({ status, headers, body }: EgressResponse): Delivery {
    const { sid, code, message } = answerIn(body)
    if (status >= 200 && status < 300) {
      if (sid !== '') return { outcome: 'sent', parts: [callName(this.settings, sid)] }
      return { outcome: 'unknown', reason: say`The provider of calls took it without saying what it calls the call.` }
    }
    if (status === 429)
      return {
        outcome: 'unreachable',
        reason: say`The provider of calls takes no more calls for now (${status}).`,
        retryAfter: retryAfter(headers['retry-after'], this.now()),
      }
    if (notLetIn.has(status) || (status >= 300 && status < 400))
      return { outcome: 'unreachable', reason: say`The provider of calls does not let this server in (${status}).` }
    return {
      ...{ outcome: 'refused', isTemporary: status >= 500 || status === 408, isAddress: badNumbers.has(code) },
      reason: this.refusedWords(code === 0 ? status : code, message),
    }
  }

  private refusedWords(code: number, message: string): Words {
    const { token } = this.settings
    const said = saidByProvider(message, [token])
    return said === ''
      ? say`The provider of calls refused it (${String(code)}).`
      : say`The provider of calls refused it (${String(code)}): ${said}`
  }
}

/** What keeps somebody from being called; null for nothing. */
function refusedCall({ to, text, from }: { to: string; text: string; from: string }): Delivery | null {
  const refused = (reason: Words, isAddress = false): Delivery => ({
    ...{ outcome: 'refused', isTemporary: false, isAddress, reason },
  })
  if (!isPhoneNumber(to)) return refused(say`This is no phone number.`, true)
  if (text.trim() === '') return refused(say`The call has no greeting for this recipient.`)
  if (!callerNumber.test(from)) return refused(say`"${from}" is no phone number that calls can be from.`)
  return null
}

/** A number as providers take it. */
function international(number: string): string {
  return number.startsWith('00') ? `+${number.slice(2)}` : number
}

/** What an answer says: the call's name, or the code and the words of an error. */
function answerIn(body: string): { sid: string; code: number; message: string } {
  let read: unknown
  try {
    read = JSON.parse(body)
  } catch {
    // A page of a server in between.
  }
  const given: Readonly<Record<string, unknown>> = typeof read === 'object' && read !== null ? { ...read } : {}
  const { sid, code, message } = given
  return {
    sid: typeof sid === 'string' && /^[\w-]{1,64}$/.test(sid) ? sid : '',
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? message : '',
  }
}
