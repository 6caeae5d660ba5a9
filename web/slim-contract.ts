import { posix } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Parts of a declaration that only the server, the reference and the tests read: the browser needs a
 * route's method, path and permission, and a widget's name and words.
 */
const unread: Partial<Record<string, ReadonlySet<string>>> = {
  defineRoute: new Set(['params', 'query', 'response']),
  defineWidget: new Set(['config', 'calls', 'example']),
}

/** Marks the edition of a contract file that holds the schemas of bodies, and all that these are made of. */
const bodies = '?bodies'

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

/** A constant of a module. */
interface Constant {
  name: string
  value: Node
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** The module's own constants: `const a = ...` and `export const a = ...`. */
function constants(program: Node): Constant[] {
  const statements = program['body'] as Node[]
  return statements
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement))
    .filter((statement) => isNode(statement) && statement.type === 'VariableDeclaration')
    .flatMap((statement) => (statement as Node)['declarations'] as Node[])
    .flatMap(({ id, init }) => (isNode(init) ? [{ name: String((id as Node)['name']), value: init }] : []))
}

/** What a route declared without a body takes. */
const noBody = 'z.undefined()'

/** Code for the body of a route: a function that fetches its schema from the edition with bodies. */
function fetched(name: string, id: string, schema: string): string {
  if (schema === noBody) return 'undefined'
  return `() => import('./${posix.basename(id)}${bodies}').then(({ ${name} }) => ${name}.body)`
}

/** The unread parts of a declared route or widget, taken out; a route's body is left for a form to fetch. */
function withoutUnread({ name, value }: Constant, id: string, code: string): Edit[] {
  const callee = value['callee']
  const called = isNode(callee) ? String(callee['name']) : ''
  const names = unread[called]
  if (names === undefined) return []
  const [declared] = value['arguments'] as Node[]
  return ((declared?.['properties'] ?? []) as Node[]).flatMap((property): Edit[] => {
    const key = isNode(property['key']) ? String(property['key']['name']) : ''
    const { start, end } = property
    if (names.has(key)) return [{ start, end, text: `${key}: undefined` }]
    if (called !== 'defineRoute' || key !== 'body' || id.endsWith(bodies)) return []
    const schema = property['value'] as Node
    return [{ start, end, text: `body: ${fetched(name, id, code.slice(schema.start, schema.end))}` }]
  })
}

const made = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'])

/** Marks a value that is made when the module loads as one that may be left out when nobody reads it. */
function removable({ value }: Constant): Edit[] {
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
 * Leaves the schemas of the contract's routes and widgets out of what the browser loads first, and with them whatever
 * nothing else reads: the server checks every call and every configuration, and the browser has the types. A form
 * checks what it sends: for it the `body` of a route becomes a function that fetches the schema. It comes from a second
 * edition of the contract's files (`?bodies`), because a file travels whole: a schema in the file of a route that every
 * screen calls would travel with it, and zod too.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.{1,2}\// },
      async handler(source, importer) {
        // What bodies are made of is of the same edition.
        if (importer?.endsWith(bodies) !== true || source.endsWith(bodies)) return null
        const resolved = await this.resolve(source, importer, { skipSelf: true })
        return resolved && `${resolved.id}${bodies}`
      },
    },
    transform: {
      order: 'post',
      filter: { id: /\/contract\/src\// },
      handler(code, id) {
        const values = constants(this.parse(code) as unknown as Node)
        const edits = values.flatMap((value) => [...removable(value), ...withoutUnread(value, id, code)])
        return { code: apply(code, edits), map: null }
      },
    },
  }
}
