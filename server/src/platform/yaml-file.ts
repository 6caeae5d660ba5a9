import type { ConfigurationProblem } from '@gensvar/contract/configuration/problems'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { LineCounter, isNode, parseDocument, visit } from 'yaml'
import type { Document } from 'yaml'
import { AppError } from './errors.ts'
import { problemsOfValue } from './request-text.ts'

/** An error in a file's settings. Without `words`, its message is shown untranslated. */
type FileProblem = ConfigurationProblem & { words?: Words }

/** A YAML file that was read: its value, and the position of each part. */
interface YamlFile {
  document: Document
  value: Record<string, unknown>
  /** Throws `validation` with line and column of every problem that is an error; ignores the others. */
  refuse(problems: readonly FileProblem[]): void
}

/**
 * Reads a YAML file of settings. Throws `validation` with line and column if it cannot be parsed; the fields are the
 * settings (`questions.grade.min`), or the file's name for an error outside any setting.
 */
export function readYaml(name: string, text: string): YamlFile {
  const lines = new LineCounter()
  // Pretty errors name their place themselves.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [broken] = document.errors
  const fault = broken ? { at: broken.pos[0], message: broken.message } : unresolvedAlias(document)
  if (fault) {
    const { line, col } = lines.linePos(fault.at)
    const wrong = say`line ${line}, column ${col}: ${fault.message}`
    throw new AppError('validation', say`${name}, ${wrong}`, { [name]: wrong })
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

/** A text such as `*price` that is meant as it stands, but names a part that the file does not mark. */
function unresolvedAlias(document: Document): { at: number; message: string } | null {
  let found: { at: number; message: string } | null = null
  visit(document, {
    Alias(_key, alias) {
      if (alias.resolve(document)) return undefined
      const message = `"*${alias.source}" refers to nothing; write a text that begins with "*" in quotation marks`
      found = { at: alias.range?.[0] ?? 0, message }
      return visit.BREAK
    },
  })
  return found
}

/** The file's content goes into the database, which can store neither NUL nor half a surrogate pair. */
function refuseBroken(name: string, text: string, value: unknown): void {
  const [place, wrong] = problemsOfValue({ [name]: text })[0] ?? problemsOfValue(value)[0] ?? []
  if (place === undefined || wrong === undefined) return
  throw new AppError(
    'validation',
    place === name ? say`${name}: the text ${wrong}.` : say`${name}: ${place} ${wrong}.`,
    {
      [place]: wrong,
    },
  )
}

function asMapping(name: string, document: Document): Record<string, unknown> {
  const value: unknown = document.toJS({ maxAliasCount: 50 })
  if (value === null || value === undefined) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  const words = say`${name}: a configuration is a list of settings such as "title: Store visits".`
  throw new AppError('validation', words, { [name]: words })
}

function problemsError(
  name: string,
  document: Document,
  lines: LineCounter,
  problems: readonly FileProblem[],
): AppError {
  const told = problems.map(({ path, message, words }) => {
    const { line, col } = placeOf(document, lines, path)
    const [field, wrong] = [path.join('.'), words ?? message]
    return [field, say`line ${line}, column ${col} (${field}): ${wrong}`] as const
  })
  const first = say`${name}, ${told[0]?.[1] ?? ''}.`
  const more = told.length === 1 ? [] : [say`${told.length - 1} more.`]
  return new AppError('validation', listed([first, ...more]), Object.fromEntries(told))
}

/** Line and column of the nearest node of a path. */
function placeOf(
  document: Document,
  lines: LineCounter,
  path: readonly (string | number)[],
): { line: number; col: number } {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0])
  }
  return { line: 1, col: 1 }
}
