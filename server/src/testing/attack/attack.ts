import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/domain/context.ts'

/** The product under attack: its parts and the application on them. */
export interface AttackTarget {
  app: FastifyInstance
  deps: Deps
}

/** How an attack is run. The same seed and rounds try the same cases in the same order. */
export interface AttackOptions {
  seed: number
  /** How many cases are tried. */
  rounds: number
  /** Number of the only case to try; all of them if missing. */
  only?: number
  /** Called with lines of progress. */
  report?: (line: string) => void
}

/** A violated expectation. */
export interface Finding {
  /** Number of the case, for trying it alone. */
  number: number
  /** Where it was found: the route, or the kind of file. */
  place: string
  /** The fault in one line, always in the same words, so that findings can be counted. */
  fault: string
  /** What was sent and what came back. */
  detail: string
}

/** The result of an attack. */
export interface AttackResult {
  tried: number
  findings: Finding[]
}

/** The first finding of each kind (place and fault), with its number of occurrences. */
export function kindsOf(findings: readonly Finding[]): (Finding & { times: number })[] {
  const kinds = new Map<string, Finding & { times: number }>()
  for (const finding of findings) {
    const key = `${finding.place}\n${finding.fault}`
    const known = kinds.get(key)
    if (known) known.times += 1
    else kinds.set(key, { ...finding, times: 1 })
  }
  return [...kinds.values()]
}

/** The findings as text, for a test that expects none. */
export function printFindings(findings: readonly Finding[]): string[] {
  return kindsOf(findings).map(
    ({ number, place, fault, detail, times }) => `${place}: ${fault} (${times} x, first in case ${number})\n${detail}`,
  )
}

/** Shortens a text for a report. */
export function shortened(text: string, length = 600): string {
  return text.length <= length ? text : `${text.slice(0, length)} ... (${text.length} characters)`
}

/** Internal words of the program; an answer may contain one only if the request did. */
const inside: readonly RegExp[] = [
  /\bat [\w.<>[\] ]+ ?\(?(?:file:|node:|\/)[^\s)]*:\d+:\d+/,
  /node_modules/,
  /\/(?:server|contract|web)\/src\//,
  /\/(?:tmp|home|root|usr|var|work|etc)\/[\w-]+(?:\.[\w-]+)*/,
  /\b(?:SELECT|DELETE)\b[^"]{0,200}\bFROM\b|\bINSERT INTO\b|\bUPDATE\b [\w."]+ \bSET\b/i,
  /syntax error at or near|invalid input syntax|violates [\w-]+ constraint|relation "\w+" does not exist/i,
  /invalid byte sequence|unsupported Unicode escape|out of range for type|value too long for type/i,
  /(?:Binder|Conversion|Parser|Catalog|Constraint|Invalid Input|Out of Range) Error:/,
  /\b(?:duckdb|ZodError|FST_ERR_\w+|ECONN\w+|ENOENT|EACCES|ENAMETOOLONG)\b/i,
  /\b(?:TypeError|RangeError|SyntaxError|ReferenceError)\b|Cannot read propert|is not a function|\[object Object\]/,
  /Maximum call stack|Invalid string length|Invalid array length|heap out of memory/i,
]

/** Internal words an answer reveals that were not in the request; null for none. */
export function insideShown(answer: string, request: string): string | null {
  for (const pattern of inside) {
    const shown = pattern.exec(answer)?.[0]
    if (shown !== undefined && !request.includes(shown)) return shown.slice(0, 120)
  }
  return null
}
