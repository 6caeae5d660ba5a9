import type { Plugin } from 'vite'

/**
 * Parts of a declaration that only the server, the reference and the tests read: the browser needs a
 * route's method, path and permission, and a widget's name and words.
 */
const unread: Partial<Record<string, ReadonlySet<string>>> = {
  defineRoute: new Set(['params', 'query', 'body', 'response']),
  defineWidget: new Set(['config', 'calls', 'example']),
}

/** The little of a syntax tree this reads. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A change of the text: what stands from `start` to `end` becomes `text`. */
interface Edit {
  start: number
  end: number
  text: string
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** Values of the module's own constants: `const a = ...` and `export const a = ...`. */
function constants(program: Node): Node[] {
  const statements = program['body'] as Node[]
  return statements
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement))
    .filter((statement) => isNode(statement) && statement.type === 'VariableDeclaration')
    .flatMap((statement) => (statement as Node)['declarations'] as Node[])
    .map((declaration) => declaration['init'])
    .filter(isNode)
}

/** The unread parts of a declared route or widget, taken out. */
function withoutUnread(value: Node): Edit[] {
  const callee = value['callee']
  const names = isNode(callee) ? unread[String(callee['name'])] : undefined
  if (names === undefined) return []
  const [declared] = value['arguments'] as Node[]
  return ((declared?.['properties'] ?? []) as Node[]).flatMap((property) => {
    const key = property['key']
    if (!isNode(key) || !names.has(String(key['name']))) return []
    return [{ start: property.start, end: property.end, text: `${String(key['name'])}: undefined` }]
  })
}

const made = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'])

/** Marks a value that is made when the module loads as one that may be left out when nobody reads it. */
function removable(value: Node): Edit[] {
  if (!made.has(value.type)) return []
  return [
    { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
    { start: value.end, end: value.end, text: '))()' },
  ]
}

function apply(code: string, edits: Edit[]): string {
  let text = ''
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}

/**
 * Leaves the schemas of the contract's routes and widgets out of the browser's code, and with them
 * whatever nothing else reads: the server checks every call and every configuration, and the browser has
 * the types. Code that reads a schema by its own name (a form that validates with it) keeps it.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/src\// },
      handler(code) {
        const values = constants(this.parse(code) as unknown as Node)
        const edits = values.flatMap((value) => [...removable(value), ...withoutUnread(value)])
        return { code: apply(code, edits), map: null }
      },
    },
  }
}
