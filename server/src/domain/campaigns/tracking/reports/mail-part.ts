/** A message, or a part of one. */
export interface MailPart {
  /** By name in small letters; of several with one name the first. */
  headers: ReadonlyMap<string, string>
  /** Type of its content, as `text/plain`. */
  type: string
  /** What is said of the type, as `boundary`; names in small letters. */
  parameters: ReadonlyMap<string, string>
  /** As it was sent: one character for each byte. */
  body: string
}

/** Most parts and headers that are read, and how deep parts may lie: a message is written by anybody. */
const mostParts = 50
const mostHeaders = 200
const longestHeader = 2000
const deepest = 3

/** Reads a message or a part of one: one character for each byte. */
export function readPart(text: string): MailPart {
  const end = /\r?\n\r?\n/.exec(text)
  const headers = readHeaders(end ? text.slice(0, end.index) : text)
  const [type = '', ...rest] = splitParameters(headers.get('content-type') ?? 'text/plain')
  return {
    headers,
    type: type.trim().toLowerCase(),
    parameters: new Map(rest.flatMap(readParameter)),
    body: end ? text.slice(end.index + end[0].length) : '',
  }
}

/** The lines `Name: value` of a text, with lines that go on put together. */
export function readHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, mostHeaders)) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).trim().toLowerCase()
    if (at > 0 && !headers.has(name)) headers.set(name, line.slice(at + 1, at + 1 + longestHeader).trim())
  }
  return headers
}

/** All parts of a message that are no multipart themselves, in order. */
export function partsOf(part: MailPart, depth = 0): MailPart[] {
  const boundary = part.parameters.get('boundary')
  if (!part.type.startsWith('multipart/') || !boundary) return [part]
  if (depth >= deepest) return []
  return between(part.body, boundary)
    .flatMap((text) => partsOf(readPart(text), depth + 1))
    .slice(0, mostParts)
}

/** The content of a part, decoded; still one character for each byte. */
export function contentOf({ headers, body }: MailPart): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1')
  if (encoding !== 'quoted-printable') return body
  return body
    .replace(/=\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function between(body: string, boundary: string): string[] {
  const parts: string[] = []
  let lines: string[] | null = null
  for (const line of body.split(/\r?\n/)) {
    const isEnd = line.trimEnd() === `--${boundary}--`
    if (!isEnd && line.trimEnd() !== `--${boundary}`) {
      lines?.push(line)
      continue
    }
    if (lines) parts.push(lines.join('\r\n'))
    lines = isEnd || parts.length >= mostParts ? null : []
    if (lines === null) break
  }
  // A report that was cut has no end.
  if (lines && lines.length > 0) parts.push(lines.join('\r\n'))
  return parts
}

/** Cuts at semicolons, but for those in quotes. */
function splitParameters(value: string): string[] {
  return value.match(/(?:[^;"]|"(?:[^"\\]|\\.)*")+/g) ?? []
}

function readParameter(text: string): [string, string][] {
  const at = text.indexOf('=')
  if (at < 0) return []
  const value = text.slice(at + 1).trim()
  const plain = /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value
  return [[text.slice(0, at).trim().toLowerCase(), plain]]
}
