import { errorStatus } from '@gensvar/contract/errors'
import { isApiPath } from '#server/platform/http-errors.ts'
import { insideShown } from '../attack.ts'
import type { FuzzedRequest } from './request-parts.ts'
import { texts } from './values.ts'
import type { WireAnswer } from './wire.ts'

/** Content of a file next to the served ones, which must never be in an answer. */
export const secretText = 'this file is not served'

/** Words earlier requests may have stored, as preferences and names, do not come from the program either. */
const stored = texts.join(' ')

/** What shows the program's inside to root on purpose: the list of bugs internal errors, the page of the server its settings. */
const shownToRoot = ['GET /rest/bugs/list/{survey}', 'GET /rest/server/settings']

/** The faults of an answer to a malformed request, as text; empty if there are none. */
export function judge(request: FuzzedRequest, answer: WireAnswer): string[] {
  const faults: string[] = []
  const { status, body, headers } = answer
  const sent = `${readable(request.wire.line)} ${request.wire.line} ${request.wire.body?.toString() ?? ''}`
  if (status < 100 || status > 599) faults.push(`answers with a status of ${status}`)
  if (status >= 500 && status !== 503) faults.push(`fails with ${status}`)
  const inside = shownToRoot.includes(request.place) ? null : insideShown(body, sent + stored)
  if (inside !== null) faults.push(`shows the program's inside: ${inside}`)
  if (body.includes(secretText)) faults.push('gives a file that is not served')
  if (/^(?:[/\\]{2}|https?:)/.test(headers['location'] ?? '') && request.place === '/new') faults.push('redirects away')
  if (headers['set-cookie']?.startsWith('a=b')) faults.push('lets the request write headers')
  faults.push(...shapeFaults(request, answer))
  return faults
}

function shapeFaults(request: FuzzedRequest, { status, body, headers }: WireAnswer): string[] {
  const [method, target = ''] = request.wire.line.split(' ')
  const ofApi = isApiPath(target) || request.place === 'HTTP itself'
  if (status < 400 || method === 'HEAD' || !ofApi || request.plainErrors) return []
  if (!headers['content-type']?.includes('application/json')) return [`answers ${status} without JSON`]
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return [`answers ${status} with broken JSON`]
  }
  const known = ['code', 'message', 'fields', 'requestId']
  const error = parsed as Partial<Record<string, unknown>> | null
  if (typeof error !== 'object' || error === null) return [`answers ${status} with no object`]
  // `/health` reports the state of the parts, whatever its status.
  if (target.startsWith('/health') && status === 503) return []
  const stray = Object.keys(error).filter((key) => !known.includes(key))
  if (stray.length > 0) return [`answers ${status} outside the error's shape: ${stray.join(', ')}`]
  if (typeof error['message'] !== 'string' || error['message'].trim() === '') return [`answers ${status} without words`]
  const code = String(error['code'])
  const wanted: Record<string, number> = errorStatus
  return wanted[code] === status ? [] : [`answers ${status} with the code ${code}`]
}

/** An address with every valid escape decoded: an answer may repeat parts of it. */
function readable(address: string): string {
  const plain = address.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  )
  // Drill paths escape by `!`.
  return `${plain} ${plain.replaceAll(/!([0-9a-f]{2})/gi, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)))}`
}
