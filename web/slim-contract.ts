import { posix } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Parts of a declaration that only the server, the reference and the tests read: the browser needs a
 * route's method, path and permission, and a widget's name and words.
 */
const unread: Partial<Record<string, ReadonlySet<string>>> = {
  defineRoute: new Set(['params', 'query', 'response']),
  defineWidget: new Set(['config', 'calls', 'example', 'forAdministrators']),
}

/** Marks the variant of a contract file with the schemas of bodies and everything they use. */
const bodies = '?bodies'

/** What is imported here is that variant: it holds the schemas of components' settings too. */
const settings = '/contract/src/widgets/settings.ts'

/** Whether a name of a declaration is left out of the file. */
const isUnread = (called: string, name: string, id: string): boolean =>
  unread[called]?.has(name) === true && !(called === 'defineWidget' && name === 'config' && id.endsWith(bodies))

/** The part of a syntax tree used here. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A replacement: the text from `start` to `end` becomes `text`. */
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

/** Code for the body of a route: a function that loads its schema from the variant with bodies. */
function fetched(name: string, id: string, schema: string): string {
  if (schema === noBody) return 'undefined'
  return `() => import('./${posix.basename(id)}${bodies}').then(({ ${name} }) => ${name}.body)`
}

/** Removes the unread parts of a declared route or widget; a route's body becomes a function that loads it. */
function withoutUnread({ name, value }: Constant, id: string, code: string): Edit[] {
  const callee = value['callee']
  const called = isNode(callee) ? String(callee['name']) : ''
  if (unread[called] === undefined) return []
  const [declared] = value['arguments'] as Node[]
  return ((declared?.['properties'] ?? []) as Node[]).flatMap((property): Edit[] => {
    const key = isNode(property['key']) ? String(property['key']['name']) : ''
    const { start, end } = property
    if (isUnread(called, key, id)) return [{ start, end, text: `${key}: undefined` }]
    if (called !== 'defineRoute' || key !== 'body' || id.endsWith(bodies)) return []
    const schema = property['value'] as Node
    return [{ start, end, text: `body: ${fetched(name, id, code.slice(schema.start, schema.end))}` }]
  })
}

const made = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'])

/** Marks a value computed at module load as free of side effects, so that it is removed when unused. */
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
 * Removes the schemas of the contract's routes and widgets, and what only they use, from the browser's first load: the
 * server checks every call and every configuration, and the browser has the types. Forms check what they send, so a
 * route's `body` becomes a function that loads its schema from a second variant of the contract's files (`?bodies`).
 * The variant is needed because files are loaded as a whole: a schema in a file that every screen uses would be loaded
 * with it, and zod too. The forms of components are made from the schemas of their settings: these are in that variant
 * too, and loaded by `widgets/settings.ts` alone.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.{1,2}\// },
      async handler(source, importer) {
        // Imports of this variant use the same variant.
        const isWhole = importer?.endsWith(bodies) === true || importer?.endsWith(settings) === true
        if (!isWhole || source.endsWith(bodies)) return null
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
