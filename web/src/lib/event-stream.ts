import { ApiError } from './api-error.ts'

/** An event sent by the server; its data are JSON. */
export interface StreamEvent {
  event: string
  data: unknown
}

/** The server-sent events of an answer, as they arrive. Whoever stops reading, or aborts it, closes the connection. */
export async function* readEvents({ body }: Response, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  signal.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true })
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (rest + value).split(/\r?\n\r?\n/)
      rest = parts.pop() ?? ''
      for (const part of parts) yield eventOf(part)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function eventOf(part: string): StreamEvent {
  const fields = new Map<string, string>()
  for (const line of part.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^(\w*): ?(.*)$/.exec(line) ?? []
    fields.set(name, fields.has(name) ? `${fields.get(name)}\n${value}` : value)
  }
  return { event: fields.get('event') ?? 'message', data: JSON.parse(fields.get('data') ?? 'null') }
}

/** Pauses before a stream is opened again after a lost connection, in milliseconds. */
const pauses = { first: 500, longest: 30_000 }

/** Failures of the connection, not of what was asked. */
const passing = new Set(['offline', 'timeout', 'unavailable', 'too_many'])

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

interface Following {
  /** Called with why a connection ended or was refused. */
  onLost?: (error: unknown) => void
  /** A connection without a sign of life for so long is taken for lost, in milliseconds; no limit by default. */
  longestSilence?: number
}

/**
 * The events of a stream, which is opened again after pauses that grow when its connection is lost. Whoever has read its
 * last event stops reading. Throws what the server refuses, and when `signal` is aborted.
 */
export async function* followEvents(
  open: (signal: AbortSignal) => Promise<Response>,
  signal: AbortSignal,
  { onLost, longestSilence }: Following = {},
): AsyncGenerator<StreamEvent> {
  for (let wait = pauses.first; ; wait = Math.min(2 * wait, pauses.longest)) {
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      clearTimeout(timer)
      if (longestSilence !== undefined) timer = setTimeout(() => silence.abort(), longestSilence)
    }
    const ended = AbortSignal.any([signal, silence.signal])
    try {
      listen()
      for await (const event of readEvents(await open(ended), ended)) {
        listen()
        yield event
        wait = pauses.first
      }
      throw new Error('The stream ended before its last event')
    } catch (error) {
      if (signal.aborted) throw error
      onLost?.(error)
      if (error instanceof ApiError && !passing.has(error.code)) throw error
    } finally {
      clearTimeout(timer)
    }
    await pause(wait, signal)
    signal.throwIfAborted()
  }
}
