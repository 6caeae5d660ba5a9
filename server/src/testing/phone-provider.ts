import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'

/** A call that was ordered. */
export interface OrderedCall {
  sid: string
  to: string
  from: string
  url: string
  statusCallback: string
}

/** What somebody does in a call once the provider waits for keys or for words. */
export type Deed =
  | { press: string }
  /** Speaks, and presses a key after it. */
  | { speak: Buffer; press?: string }
  /** Neither presses nor says anything. */
  | { wait: true }
  | { hangUp: true }

/** What the provider waits for. */
export interface Moment {
  /** What was said since the moment before. */
  said: string
  /** The first moment of a call is 1. */
  at: number
  kind: 'keys' | 'words'
  /** How many keys are taken; null where `#` ends them. */
  keys: number | null
}

/** A person who may be called: what they do at each moment, or why they cannot be reached. */
export type Person = ((moment: Moment) => Deed) | 'busy' | 'no-answer' | 'failed'

/** A request that the provider makes, as it was signed. */
export interface SignedRequest {
  url: string
  fields: Record<string, string>
  signature: string
}

/** A verb of an answer, with the verbs in it. */
interface Verb {
  name: string
  attributes: Record<string, string>
  content: string
}

const account = 'AC0123456789abcdef0123456789abcdef'
const token = 'a-t0ken-of-the-provider'

/** Audio as far as anybody looks at it: the first bytes of an MP3 file. */
export function someAudio(words: string): Buffer {
  return Buffer.concat([Buffer.from('ID3'), Buffer.from(words)])
}

/**
 * A provider of calls as Twilio's API describes it: it takes calls (`Calls.json`), follows the answers that it is given, presses
 * what its people press, keeps recordings, and signs what it asks. Everything goes over HTTP.
 */
export class PhoneProvider {
  readonly calls: OrderedCall[] = []
  /** All that was said in calls, in the order it was said, with how. */
  readonly said: { sid: string; text: string; voice: string; language: string }[] = []
  /** Requests that were made, to be sent again. */
  readonly requests: SignedRequest[] = []
  readonly recordings = new Map<string, Buffer>()
  readonly people = new Map<string, Person>()
  /** How an order is answered in place of a call: a status with its body. */
  refusal: { status: number; body?: object; headers?: Record<string, string> } | null = null
  /** Whether an order is taken without an answer. */
  isSilent = false
  /** Statuses that our server answered with. */
  readonly statuses: number[] = []
  private readonly server: Server
  private readonly reach: () => string
  private under: Promise<void>[] = []

  private constructor(server: Server, reach: () => string) {
    this.server = server
    this.reach = reach
  }

  /** Starts one; `reach` is where the server under test listens, whatever its public address is. */
  static async start(reach: () => string): Promise<PhoneProvider> {
    const server = createServer()
    const provider = new PhoneProvider(server, reach)
    server.on('request', (request, response) => void provider.serve(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return provider
  }

  /** Settings of a server that calls by it. */
  get env(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo
    return {
      ...{ GENSVAR_PHONE_ACCOUNT: account, GENSVAR_PHONE_TOKEN: token, GENSVAR_PHONE_PRIVATE: 'on' },
      ...{ GENSVAR_PHONE_URL: `http://127.0.0.1:${port}`, GENSVAR_PHONE_FROM: '+46812345678' },
    }
  }

  /** Waits until no call is under way. */
  async settled(): Promise<void> {
    while (this.under.length > 0) await Promise.all(this.under.splice(0))
  }

  async close(): Promise<void> {
    await this.settled()
    this.server.close()
    this.server.closeAllConnections()
  }

  /** What was said in a call, in a line. */
  heard(sid: string): string {
    return this.said.flatMap((one) => (one.sid === sid ? one.text : [])).join(' ')
  }

  /** Makes a signed request; `as` signs it with another secret. */
  async request(url: string, fields: Record<string, string>, as = token): Promise<Response> {
    const all = { AccountSid: account, ApiVersion: '2010-04-01', ...fields }
    const sorted = Object.entries(all).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const signature = createHmac('sha1', as)
      .update(url + sorted.map(([name, value]) => name + value).join(''))
      .digest('base64')
    this.requests.push({ url, fields: all, signature })
    return this.send({ url, fields: all, signature })
  }

  /** Sends a request as it was signed. */
  async send({ url, fields, signature }: SignedRequest): Promise<Response> {
    const { pathname, search } = new URL(url)
    const response = await fetch(`${this.reach()}${pathname}${search}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    })
    this.statuses.push(response.status)
    return response
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answer = (status: number, body: object | Buffer, headers: Record<string, string> = {}): void => {
      const isAudio = Buffer.isBuffer(body)
      response.writeHead(status, { 'content-type': isAudio ? 'audio/mpeg' : 'application/json', ...headers })
      response.end(isAudio ? body : JSON.stringify(body))
    }
    const expected = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
    if (request.headers.authorization !== expected) return answer(401, { code: 20_003, message: 'Authenticate' })
    const base = `/2010-04-01/Accounts/${account}/`
    const path = request.url?.startsWith(base) ? request.url.slice(base.length) : ''
    const recording = /^Recordings\/(\w+)\.mp3$/.exec(path)?.[1]
    if (recording !== undefined) {
      const audio = this.recordings.get(recording)
      return audio ? answer(200, audio) : answer(404, { code: 20_404, message: 'Not found' })
    }
    if (path !== 'Calls.json' || request.method !== 'POST') return answer(404, { code: 20_404, message: 'Not found' })
    const fields = new URLSearchParams(await textOf(request))
    if (this.refusal) return answer(this.refusal.status, this.refusal.body ?? {}, this.refusal.headers)
    const call: OrderedCall = {
      sid: `CA${randomBytes(16).toString('hex')}`,
      to: fields.get('To') ?? '',
      from: fields.get('From') ?? '',
      url: fields.get('Url') ?? '',
      statusCallback: fields.get('StatusCallback') ?? '',
    }
    this.calls.push(call)
    if (this.isSilent) return void request.socket.destroy()
    answer(201, { sid: call.sid, account_sid: account, status: 'queued', to: call.to })
    this.under.push(this.run(call))
    return undefined
  }

  private async run(call: OrderedCall): Promise<void> {
    const person = this.people.get(call.to) ?? 'no-answer'
    const end = typeof person === 'string' ? person : await this.converse(call, person)
    const error: Record<string, string> = end === 'failed' ? { ErrorCode: '13224' } : {}
    await this.request(call.statusCallback, { CallSid: call.sid, CallStatus: end, ...error })
  }

  /** Follows the answers until one ends the call, or the person does. */
  private async converse(call: OrderedCall, person: (moment: Moment) => Deed): Promise<'completed'> {
    let heard = ''
    let at = 0
    let url = call.url
    let fields: Record<string, string> = {}
    for (let rounds = 0; rounds < 200; rounds++) {
      const response = await this.request(url, { CallSid: call.sid, CallStatus: 'in-progress', ...fields })
      if (response.status !== 200) return 'completed'
      const verbs = verbsIn(await response.text())
      let next: { url: string; fields: Record<string, string> } | null = null
      for (const verb of verbs) {
        if (verb.name === 'Say') heard += ` ${this.hear(call, verb)}`
        else if (verb.name === 'Hangup') return 'completed'
        else if (verb.name === 'Redirect') next = { url: unescaped(verb.content), fields: {} }
        else if (verb.name === 'Gather' || verb.name === 'Record') {
          if (verb.name === 'Gather')
            for (const inner of innerVerbs(verb.content)) heard += ` ${this.hear(call, inner)}`
          const numDigits = verb.attributes['numDigits']
          const keys = numDigits === undefined ? null : Number(numDigits)
          const kind = verb.name === 'Gather' ? 'keys' : 'words'
          const deed = person({ said: heard.trim(), at: ++at, kind, keys })
          heard = ''
          if ('hangUp' in deed) return 'completed'
          if ('wait' in deed) continue
          const action = verb.attributes['action'] ?? ''
          if ('speak' in deed) next = { url: action, fields: await this.record(call, verb, deed) }
          else {
            const { press } = deed
            const digits = kind === 'words' ? press : keys === null ? press.replace(/#.*$/, '') : press.slice(0, keys)
            next = { url: action, fields: { Digits: digits } }
          }
        } else throw new Error(`The provider knows no verb <${verb.name}>`)
        if (next) break
      }
      if (!next) return 'completed'
      ;({ url, fields } = next)
    }
    throw new Error('A call that does not end')
  }

  private hear({ sid }: OrderedCall, { content, attributes }: Verb): string {
    const text = unescaped(content)
    this.said.push({ sid, text, voice: attributes['voice'] ?? '', language: attributes['language'] ?? '' })
    return text
  }

  /** Keeps what was said, and tells of it: beside the call, as providers do. */
  private async record(
    call: OrderedCall,
    { attributes }: Verb,
    { speak, press = '#' }: Extract<Deed, { speak: Buffer }>,
  ): Promise<Record<string, string>> {
    const sid = `RE${randomBytes(16).toString('hex')}`
    this.recordings.set(sid, speak)
    const url = `https://elsewhere.example/2010-04-01/Accounts/${account}/Recordings/${sid}`
    const told = { RecordingSid: sid, RecordingUrl: url, RecordingDuration: '7' }
    this.under.push(
      this.request(attributes['recordingStatusCallback'] ?? '', {
        ...told,
        ...{ CallSid: call.sid, RecordingStatus: 'completed' },
      }).then(() => undefined),
    )
    return { ...told, Digits: press }
  }
}

/** The verbs of an answer. Throws for what is no XML of the kind that providers take. */
export function verbsIn(answer: string): Verb[] {
  const content = /^<\?xml version="1\.0" encoding="UTF-8"\?><Response>(.*)<\/Response>$/s.exec(answer)?.[1]
  if (content === undefined) throw new Error(`No answer of a call: ${answer}`)
  return innerVerbs(content)
}

function innerVerbs(content: string): Verb[] {
  const verbs: Verb[] = []
  let rest = content
  while (rest !== '') {
    const found = /^<(\w+)((?: \w+="[^"<]*")*)>(.*?)<\/\1>/s.exec(rest)
    if (!found) throw new Error(`No verb: ${rest}`)
    const [whole, name = '', attributes = '', inner = ''] = found
    const given = [...attributes.matchAll(/ (\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
      key,
      unescaped(value),
    ])
    verbs.push({ name, attributes: Object.fromEntries(given), content: inner })
    rest = rest.slice(whole.length)
  }
  return verbs
}

function unescaped(text: string): string {
  if (/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) throw new Error(`Not escaped: ${text}`)
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
