import { sentResponse } from '@gensvar/contract/api-responses'
import type { SentResponse } from '@gensvar/contract/api-responses'
import { checkShape } from '@gensvar/contract/configuration/problems'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { problemsOfValue } from '#server/platform/request-text.ts'
import type { Line } from './lines.ts'

/** A row that has the shape of a response, or what is wrong with it by field. */
export type ParsedRow = { sent: SentResponse } | { wrong: ReadonlyMap<string, Words> }

/** Most fields that are told of one row. */
const mostTold = 50

/** Reads a row of a JSON request. */
export function parseRow(value: unknown): ParsedRow {
  const unreadable = problemsOfValue(value)
  if (unreadable.length > 0) return { wrong: new Map(unreadable.slice(0, mostTold)) }
  const parsed = sentResponse.safeParse(value)
  // zod leaves out the key `__proto__`, which `checkShape` finds.
  if (parsed.success && !hasLostName(value)) return { sent: parsed.data }
  const { problems } = checkShape(sentResponse, value)
  const wrong = problems.map(({ path, words }) => [path.join('.') || 'row', words] as const)
  return { wrong: new Map(wrong.slice(0, mostTold).toReversed()) }
}

/** Reads a line of an NDJSON request. */
export function parseLine(line: Line): ParsedRow {
  if (line === null) return oneFault(say`The line is too long.`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(line)
  } catch {
    return oneFault(say`The line is not valid UTF-8.`)
  }
  try {
    return parseRow(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return oneFault(say`The line is not valid JSON.`)
  }
}

function oneFault(words: Words): ParsedRow {
  return { wrong: new Map([['row', words]]) }
}

function hasLostName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => key === '__proto__' || hasLostName(inner))
}
