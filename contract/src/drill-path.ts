import { PathError, escapeFirst, escapePathText, unescapePathText } from './path-text.ts'
import { say } from './say.ts'

export { PathError } from './path-text.ts'

/** Longest path kept in a URL, in characters; a longer one is stored and carried as `sel=<id>`. */
export const MAX_PATH_LENGTH = 1500

/** Most conditions of a path, its place included. */
export const MAX_CONDITIONS = 50

/** Most values of one condition. */
export const MAX_VALUES = 5000

/** Longest name or value of a condition, in characters. */
export const MAX_VALUE_LENGTH = 2000

/** How the empty path is written. */
export const ROOT_PATH = 'root'

/** Name of the filter that is never shown and always applied; only the server sets it. */
export const ILLEGAL_FILTER = 'illegal'

/** Name of the token that stands for a stored path. */
export const SELECTION_NAME = 'sel'

/** Name of the first token when a path is in another view than the survey's first one. */
export const VIEW_NAME = 'view'

/**
 * Name of the token that says how units are read: as they were where it is missing, as they are now with `UNITS_NOW`. No
 * question or filter has it: their names hold no full stop.
 */
export const UNITS_NAME = 'units.as'

/** The value of `UNITS_NAME`: responses count at the place that their unit has now. */
export const UNITS_NOW = 'now'

const notAnswered = 'none'

/**
 * One value of a token. `exclude`: rows with it are left out. `contains`: matches as a part of the answer.
 * `none`: stands for "not answered" (its `text` is then `none`), and is not the same as an answer that reads "none".
 */
export interface PathValue {
  text: string
  exclude: boolean
  contains: boolean
  none?: true
}

/** One `name=value*value` part of a path. */
export interface PathToken {
  name: string
  values: PathValue[]
}

/** What splitting a path needs to know of a survey's view: its name and its levels from the top. */
export interface PathView {
  extName: string
  levels: readonly string[]
}

/** A path taken apart: the view, the place in its hierarchy (from the top) and the filters. */
export interface SplitPath {
  view: string
  place: PathToken[]
  filters: PathToken[]
}

/** An included value that must equal the answer. */
export function plainValue(text: string): PathValue {
  return { text, exclude: false, contains: false }
}

/** The value "not answered", or with `exclude` "answered". */
export function noneValue(exclude = false): PathValue {
  return { text: notAnswered, exclude, contains: false, none: true }
}

/** A token with one included value. */
export function plainToken(name: string, text: string): PathToken {
  return { name, values: [plainValue(text)] }
}

/** The text of a token's only value if it is a plain included one, else null. */
export function plainText(token: PathToken | undefined): string | null {
  const [value, ...others] = token?.values ?? []
  if (!value || others.length > 0 || value.exclude || value.contains || value.none) return null
  return value.text
}

/** Writes a value: `_` in front excludes, `~` at the end matches a part, `none` is "not answered". */
export function encodeValue(value: PathValue): string {
  const sign = value.exclude ? '_' : ''
  if (value.none) return sign + notAnswered
  if (value.contains) return `${sign}${escapeText(value.text)}~`
  return sign + (value.text === notAnswered ? escapeFirst(value.text) : escapeText(value.text))
}

function escapeText(text: string): string {
  return text.startsWith('_') ? escapeFirst(text) : escapePathText(text)
}

/** Reads what `encodeValue` wrote. `offset` is its place in the whole path. Throws PathError when it is malformed. */
export function decodeValue(text: string, offset = 0): PathValue {
  const exclude = text.startsWith('_')
  const contains = text.endsWith('~')
  const body = text.slice(exclude ? 1 : 0, contains ? -1 : undefined)
  if (body === '') throw new PathError(say`A value is missing.`, offset)
  if (body === notAnswered && !contains) return noneValue(exclude)
  const stray = /[=~]/.exec(body)
  const start = offset + (exclude ? 1 : 0)
  if (stray)
    throw new PathError(say`"${stray[0]}" cannot stand inside a value; write it as an escape.`, start + stray.index)
  return { text: unescapePathText(body, start), exclude, contains }
}

/**
 * Reads a path. `root` and the empty text are the empty path; empty parts between semicolons are skipped.
 * Throws PathError, with the position, when a part is not `name=value*value`, and for a path with more conditions,
 * values or characters in one of them than there may be.
 */
export function parsePath(text: string): PathToken[] {
  const tokens: PathToken[] = []
  let offset = 0
  for (const part of text.split(';')) {
    if (part !== '' && !(offset === 0 && part === ROOT_PATH)) {
      tokens.push(parseToken(part, offset))
      limitConditions(tokens, offset)
    }
    offset += part.length + 1
  }
  return tokens
}

/** Throws PathError for more conditions than a path may have. */
export function limitConditions(tokens: readonly PathToken[], position = 0): void {
  if (tokens.length > MAX_CONDITIONS)
    throw new PathError(say`There are more than ${MAX_CONDITIONS} conditions.`, position)
}

function parseToken(part: string, offset: number): PathToken {
  const equals = part.indexOf('=')
  if (equals === -1) throw new PathError(say`"${part}" is not of the form name=value.`, offset)
  if (equals === 0) throw new PathError(say`A name is missing before "=".`, offset)
  const name = unescapePathText(part.slice(0, equals), offset)
  if (name.length > MAX_VALUE_LENGTH)
    throw new PathError(say`A name has more than ${MAX_VALUE_LENGTH} characters.`, offset)
  const values: PathValue[] = []
  let start = equals + 1
  for (const value of part.slice(start).split('*')) {
    if (values.length === MAX_VALUES) throw new PathError(say`"${name}" has more than ${MAX_VALUES} values.`, offset)
    const read = decodeValue(value, offset + start)
    if (read.text.length > MAX_VALUE_LENGTH)
      throw new PathError(say`A value of "${name}" has more than ${MAX_VALUE_LENGTH} characters.`, offset + start)
    values.push(read)
    start += value.length + 1
  }
  return { name, values }
}

/**
 * Writes a path that needs no URL escaping. Values without text and tokens without values ask for nothing and are left
 * out; the empty path is `root`.
 */
export function printPath(tokens: readonly PathToken[]): string {
  const parts: string[] = []
  for (const token of tokens) {
    const values = token.values.filter((value) => value.text !== '').map(encodeValue)
    if (values.length > 0) parts.push(`${escapePathText(token.name)}=${values.join('*')}`)
  }
  return parts.length === 0 ? ROOT_PATH : parts.join(';')
}

/**
 * Finds the view, the place and the filters of a path. The place is the tokens that have the names of the view's levels
 * from the top, each with one plain value, wherever they stand in the path.
 * Throws PathError when the view named first does not exist.
 */
export function splitPath(tokens: readonly PathToken[], views: readonly PathView[]): SplitPath {
  let view = views[0]
  let rest = tokens
  if (tokens[0]?.name === VIEW_NAME && views.length > 0) {
    const extName = plainText(tokens[0])
    view = views.find((candidate) => candidate.extName === extName)
    if (!view) throw new PathError(say`There is no view named "${tokens[0].values.map(encodeValue).join('*')}".`, 0)
    rest = tokens.slice(1)
  }
  const place: PathToken[] = []
  const filters = [...rest]
  for (const level of view?.levels ?? []) {
    const at = filters.findIndex((token) => token.name === level && plainText(token) !== null)
    if (at < 0) break
    place.push(...filters.splice(at, 1))
  }
  return { view: view?.extName ?? '', place, filters }
}

/**
 * The inverse of `splitPath`. The view is named when it is not the first one, or when a filter happens to be called
 * `view` and would be taken for it. A filter that continues the place (the next level, one plain value) becomes part of
 * the place when the path is read again; the rows are the same.
 */
export function joinPath(path: SplitPath, views: readonly PathView[]): PathToken[] {
  const body = [...path.place, ...path.filters]
  const named = views.length > 0 && (path.view !== views[0]?.extName || body[0]?.name === VIEW_NAME)
  return named ? [plainToken(VIEW_NAME, path.view), ...body] : body
}

/** Reads a path and takes it apart. Throws PathError. */
export function parseDrillPath(text: string, views: readonly PathView[]): SplitPath {
  return splitPath(parsePath(text), views)
}

/** Puts a path together and writes it. */
export function printDrillPath(path: SplitPath, views: readonly PathView[]): string {
  return printPath(joinPath(path, views))
}

/** Id of the stored path that a path stands for, or null when the path is written in full. */
export function selectionOf(tokens: readonly PathToken[]): string | null {
  return plainText(tokens.find((token) => token.name === SELECTION_NAME))
}

/** A drill path taken from a campaign link: every `?` is a `;`. */
export function fromCampaignLink(path: string): string {
  return path.replaceAll('?', ';')
}
