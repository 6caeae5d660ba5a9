import type { ConfigurationProblem } from '@gensvar/contract/configuration/problems'
import { LineCounter, isNode, parseDocument } from 'yaml'
import type { Document } from 'yaml'
import { AppError } from './errors.ts'
import { problemsOfValue } from './request-text.ts'

/** A YAML file that was read: what it says, and where each part of it stands. */
interface YamlFile {
  document: Document
  value: Record<string, unknown>
  /** Throws `validation` with line and column of every error among the problems; says nothing of the rest. */
  refuse(problems: readonly ConfigurationProblem[]): void
}

/** Reads a YAML file of settings. Throws `validation` with line and column where it cannot be read. */
export function readYaml(name: string, text: string): YamlFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const [broken] = document.errors
  if (broken) {
    const at = broken.linePos?.[0]
    const words = broken.message.split('\n')[0] ?? ''
    throw new AppError('validation', `${name}: ${words}`, {
      [`line ${at?.line ?? '?'}, column ${at?.col ?? '?'}`]: words,
    })
  }
  const value = asMapping(name, document)
  refuseBroken(name, text, value)
  return {
    document,
    value,
    refuse(problems) {
      const errors = problems.filter(({ severity }) => severity === 'error')
      if (errors.length > 0) throw problemsError(name, document, lines, errors)
    },
  }
}

/** What the file says goes into the database, which stores no NUL and no half of a surrogate pair. */
function refuseBroken(name: string, text: string, value: unknown): void {
  const [place, wrong] = problemsOfValue({ [name]: text })[0] ?? problemsOfValue(value)[0] ?? []
  if (place !== undefined && wrong !== undefined)
    throw new AppError('validation', `${name}: ${place === name ? 'the text' : place} ${String(wrong)}.`, {
      [place]: wrong,
    })
}

function asMapping(name: string, document: Document): Record<string, unknown> {
  const value: unknown = document.toJS({ maxAliasCount: 50 })
  if (value === null || value === undefined) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  throw new AppError('validation', `${name}: a configuration is a list of settings such as "title: Store visits".`, {
    config: 'no settings',
  })
}

function problemsError(
  name: string,
  document: Document,
  lines: LineCounter,
  problems: readonly ConfigurationProblem[],
): AppError {
  const fields = Object.fromEntries(
    problems.map(({ path, message }) => [`${placeOf(document, lines, path)} (${path.join('.')})`, message]),
  )
  const [where = '', what = ''] = Object.entries(fields)[0] ?? []
  const more = problems.length > 1 ? ` ${problems.length - 1} more.` : ''
  return new AppError('validation', `${name}, ${where}: ${what}.${more}`, fields)
}

/** Line and column of the nearest node of a path. */
function placeOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): string {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (!isNode(node) || !node.range) continue
    const { line, col } = lines.linePos(node.range[0])
    return `line ${line}, column ${col}`
  }
  return 'line 1, column 1'
}
