import { LineCounter, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { ErrorCode, Node } from 'yaml'
import type { CodeProblem } from '#web/ui/code-editor/code-types.ts'
import { configurationSchema } from './configuration-words.ts'
import { entry, schemasAt } from './written-schema.ts'
import type { Step, WrittenSchema } from './written-schema.ts'
import { text } from '../texts.ts'

/** Most problems that are marked at once. */
const most = 50

function words(code: ErrorCode): string {
  if (code === 'TAB_AS_INDENT') return text('yamlTab')
  if (code === 'DUPLICATE_KEY') return text('yamlTwice')
  if (code === 'BAD_INDENT') return text('yamlIndent')
  return code === 'MISSING_CHAR' ? text('yamlMissing') : text('yamlWrong')
}

interface Unknown {
  offset: number
  key: string
}

const typeOf = (node: Node): string | undefined => {
  const type = isMap(node) ? node.get('type') : undefined
  return typeof type === 'string' ? type : undefined
}

/** Whether maps of these schemas may have a key; anything may stand where a schema does not say. */
function knows(schemas: readonly WrittenSchema[], key: string): boolean {
  const maps = schemas.filter(({ properties, additionalProperties }) => properties ?? additionalProperties)
  if (maps.length === 0) return true
  return maps.some(
    ({ properties, additionalProperties: more }) =>
      properties?.[key] !== undefined || (more !== undefined && more !== false),
  )
}

/** Keys that a configuration does not have. */
function unknownKeys(node: unknown, steps: readonly Step[], found: Unknown[]): void {
  if (isSeq(node)) {
    for (const item of node.items) unknownKeys(item, [...steps, { key: entry }], found)
  }
  if (!isMap(node)) return
  const type = typeOf(node)
  const schemas = schemasAt(configurationSchema, steps, type)
  for (const { key, value } of node.items) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    // Inside an unknown key nothing is known.
    if (knows(schemas, name)) unknownKeys(value, [...steps, { key: name, type }], found)
    else found.push({ offset: key.range?.[0] ?? 0, key: name })
  }
}

/** What is wrong with a configuration as far as its text alone says; the server checks the rest when it is saved. */
export function checkYaml(value: string): CodeProblem[] {
  const lines = new LineCounter()
  const document = parseDocument(value, { lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  const wrong = document.errors.map(({ pos: [offset], code }): CodeProblem => ({
    ...at(offset),
    severity: 'error',
    message: words(code),
  }))
  if (wrong.length > 0) return wrong.slice(0, most)
  const found: Unknown[] = []
  unknownKeys(document.contents, [], found)
  return found
    .slice(0, most)
    .map(({ offset, key }) => ({ ...at(offset), severity: 'error', message: text('yamlUnknown', { key }) }))
}
