import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import { refusePart } from './http.ts'

/** Deepest nesting of a body: later code walks it recursively and must not overflow its stack. */
const deepest = 100

const notStorable = say`must not contain NUL or half a surrogate pair`
const notUtf8 = say`must be UTF-8 with every special character percent-encoded`

/**
 * Rejects invalid text before any route runs: NUL, half a surrogate pair, invalid UTF-8 and invalid percent-encoding,
 * anywhere in a request. PostgreSQL cannot store them, and replacing them would change what was asked. Unknown paths
 * are not checked: they are answered by a screen or by 404, and neither reads them.
 */
export function demandText(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404) return
    const [path = '', ...query] = (request.raw.url ?? '').split('?')
    // Node reads the request line byte by byte: what is not ASCII would arrive garbled.
    refuse('path', isAscii(path) ? problemsOfValue(request.params) : [['path', notUtf8]])
    refuse('query', readPairs(query.join('?')).problems)
    refuse('header', problemsOfValue(request.headers))
  })
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    if (routeOptions.config.takesRows !== true) refuse('body', problemsOfValue(body))
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = utf8Of(body as Buffer)
    if (text === null) done(new AppError('validation', say`The body of the request is not valid UTF-8.`))
    else void parseJson(request, text, done)
  })
}

/** The fields of a posted form. Throws `validation` naming the fields with invalid text. */
export function readForm(body: Buffer): Record<string, string> {
  return Object.fromEntries(readFormPairs(body))
}

/** As `readForm`, with each value of the fields that have several. */
export function readFormPairs(body: Buffer): [string, string][] {
  const { pairs, problems } = readPairs(body.toString('latin1'))
  refuse('body', problems)
  return pairs
}

/**
 * The path (with dots) and error of every text and key inside a value that cannot be stored. Not recursive, because
 * the sender chooses how deep the value is.
 */
export function problemsOfValue(whole: unknown): Problem[] {
  const problems: Problem[] = []
  const open: Place[] = [{ value: whole, name: '', outer: null, depth: 0 }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, depth } = place
    if (typeof value === 'string') {
      if (!isStorable(value)) problems.push([pathOf(place), notStorable])
      continue
    }
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    if (depth > deepest) return [[pathOf(outermost(place)), say`must not be nested deeper than ${deepest} levels`]]
    for (const [name, inner] of Object.entries(value)) {
      const isGood = isStorable(name)
      // Most values are such texts: no place is noted for them.
      if (isGood && typeof inner === 'string' && isStorable(inner)) continue
      const at = { value: inner, name, outer: place, depth: depth + 1 }
      if (!isGood) problems.push([pathOf(at), notStorable])
      open.push(at)
    }
  }
  return problems
}

/** Whether a text holds neither NUL nor half a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A field and what is wrong with it. */
type Problem = readonly [field: string, wrong: Words]

function refuse(part: Parameters<typeof refusePart>[0], problems: readonly Problem[]): void {
  if (problems.length > 0) refusePart(part, problems.slice(0, 20))
}

/** The pairs of a query or form, strictly decoded, and what is wrong with them. */
function readPairs(text: string): { pairs: [string, string][]; problems: Problem[] } {
  const pairs: [string, string][] = []
  const [notDecoded, notStored]: [Problem[], Problem[]] = [[], []]
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const end = pair.indexOf('=')
    const [name, value] = end < 0 ? [pair, ''] : [pair.slice(0, end), pair.slice(end + 1)]
    const decodedName = decode(name)
    const decoded = decode(value)
    if (decodedName === null || decoded === null) {
      notDecoded.push([decodedName ?? name, notUtf8])
      continue
    }
    pairs.push([decodedName, decoded])
    if (!isStorable(decodedName) || !isStorable(decoded)) notStored.push(...problemsOfValue({ [decodedName]: decoded }))
  }
  return { pairs, problems: [...notDecoded, ...notStored] }
}

function decode(text: string): string | null {
  if (!isAscii(text)) return null
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return null
  }
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- NUL is found, and named, where the text is checked
  return /^[\x00-\x7f]*$/.test(text)
}

function utf8Of(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** A value's key and parent; the path is built only for values that are wrong. */
interface Place {
  value: unknown
  name: string
  outer: Place | null
  depth: number
}

function outermost(place: Place): Place {
  let at = place
  while (at.outer !== null && at.outer.outer !== null) at = at.outer
  return at
}

function pathOf(place: Place): string {
  const names: string[] = []
  for (let at: Place | null = place; at !== null && at.outer !== null; at = at.outer) names.push(at.name)
  return names.reverse().join('.').toWellFormed().replaceAll('\0', '\ufffd')
}
