import { connect } from 'node:net'

/** A request as raw bytes for a socket: nothing checks or corrects it on the way. */
export interface WireRequest {
  /** Request line without its end. */
  line: string
  /** Header lines, each sent unchanged. */
  headers: readonly string[]
  body: Buffer | null
  /** The end of the request is missing: closing the connection without an answer is correct. */
  mayClose?: boolean
}

/** The answer. */
export interface WireAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  ms: number
}

/** Timeout for an answer, in ms. */
export const longestWait = 5000

/**
 * Sends a request and reads the answer until the server closes the connection. Null if it closed without an answer;
 * throws after `longestWait`. On Linux each request can come from its own address, so that limits by address do not
 * stop requests early.
 */
export function send(port: number, request: WireRequest, from?: string): Promise<WireAnswer | null> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const chunks: Buffer[] = []
    const socket = connect({
      port,
      host: '127.0.0.1',
      ...(from !== undefined && process.platform === 'linux' && { localAddress: from }),
    })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer within ${longestWait} ms`))
    }, longestWait)
    // After an early rejection the connection may be closed while still sending; the answer received before that counts.
    socket.on('error', () => {})
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(readAnswer(Buffer.concat(chunks), performance.now() - began))
    })
    socket.on('connect', () => {
      socket.write([request.line, ...request.headers, '', ''].join('\r\n'), 'latin1')
      if (request.body) socket.write(request.body)
      if (request.mayClose) socket.end()
    })
  })
}

function readAnswer(bytes: Buffer, ms: number): WireAnswer | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [line, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(line ?? '')?.[1] ?? 0)
  const headers = Object.fromEntries(
    lines.map((header) => {
      const colon = header.indexOf(':')
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()]
    }),
  )
  const rest = bytes.subarray(end + 4)
  const chunked = headers['transfer-encoding']?.includes('chunked') ?? false
  return { status, headers, body: (chunked ? unchunk(rest) : rest).toString('utf8'), ms }
}

function unchunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16)
    if (end < 0 || !(size > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}
