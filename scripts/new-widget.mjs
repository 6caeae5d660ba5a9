// `npm run new:widget NAME`: writes a working widget to start from: contract, figures with a test, its view, and
// its line in each of the three registries.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runThrough } from './checks.mjs'
import { findNode, root } from './find-node.mjs'

const registries = {
  contract: 'contract/src/widgets/index.ts',
  server: 'server/src/widgets/registry.ts',
  web: 'web/src/widgets/registry.ts',
}

/** Writes a new widget's files below `project`; returns their paths. Throws for an invalid name. */
export function addWidget(project, name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`'${name}' is not a name like churn-risk`)
  const files = filesOf(name)
  for (const path of Object.keys(files))
    if (existsSync(join(project, path))) throw new Error(`${path} exists: there is a widget of that name`)
  const changed = Object.fromEntries(
    Object.entries(registries).map(([side, path]) => {
      const text = readFileSync(join(project, path), 'utf8')
      return [path, addLines(path, text, linesOf(side, name))]
    }),
  )
  for (const [path, text] of Object.entries({ ...files, ...changed })) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  return [...Object.keys(files), ...Object.keys(changed)]
}

function addLines(path, text, lines) {
  return Object.entries(lines).reduce((result, [place, line]) => {
    const marker = new RegExp(`^( *)// new widget: ${place}$`, 'm')
    if (!marker.test(result)) throw new Error(`${path} has lost its line '// new widget: ${place}'`)
    return result.replace(marker, (found, indent) => `${indent}${line}\n${found}`)
  }, text)
}

function linesOf(side, name) {
  const value = camel(name)
  const key = value === name ? name : `'${name}'`
  const entry = value === name ? `${name},` : `${key}: ${value},`
  const view = `view<'${name}'>(() => import('./${name}/${name}.tsx').then((file) => file.${pascal(name)}))`
  return {
    contract: { import: `import { ${value} } from './${name}.ts'`, entry },
    server: { import: `import { ${value} } from './${name}/query.ts'`, entry },
    web: { entry: `${key}: ${view},` },
  }[side]
}

function filesOf(name) {
  return {
    [`contract/src/widgets/${name}.ts`]: contractFile(name),
    [`server/src/widgets/${name}/query.ts`]: serverFile(name),
    [`server/src/widgets/${name}/query.test.ts`]: serverTest(name),
    [`web/src/widgets/${name}/${name}.tsx`]: viewFile(name),
  }
}

function contractFile(name) {
  return `import { z } from 'zod'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'

/** How many answers there are at a place. */
export const ${camel(name)} = defineWidget({
  type: '${name}',
  title: '${words(name)}',
  description: 'The number of answers at the place.',
  sizes: [4, 6, 8, 12],
  built: true,
  config: z.strictObject({ ...componentBase }),
  calls: {
    data: { params: noParams, response: z.object({ n: z.number().int() }) },
  },
  example: {
    config: { id: 'example', size: 4 },
    responses: { data: { n: 120 } },
    states: inStates((state) => ({ data: { n: { empty: 0, withheld: 0, few: 7, long: 1_234_567 }[state] } })),
  },
})
`
}

function serverFile(name) {
  return `import { aggregate } from '#server/domain/figures/aggregate.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Counts the answers at the request's place. */
export const ${camel(name)}: WidgetServer<'${name}'> = {
  async data({ ctx, access, requested }) {
    const { rows } = await aggregate(ctx, access.model, access.compareScope, {
      conditions: requested.conditions,
      by: 'none',
      indicators: [{ key: 'n', expression: 'count()' }],
    })
    return { n: rows[0]?.values[0]?.value ?? 0 }
  },
}
`
}

function serverTest(name) {
  return `import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

const extra = \`
pages:
  - { extname: overview, components: [{ type: ${name}, config: { id: new } }] }
\`

let board: Dashboard
let caller: Caller

beforeAll(async () => {
  board = await openDashboard({ extra })
  caller = await board.as()
})

afterAll(() => board.close())

test('counts the answers at the place', async () => {
  const count = async (path: string) => (await caller('GET', \`/rest/widgets/data/\${board.survey}/new/\${path}\`)).body.n
  const sweden = await count('country=Sweden')
  expect(sweden).toBeGreaterThan(0)
  expect(await count('root')).toBe(sweden + (await count('country=_Sweden')))
})
`
}

function viewFile(name) {
  return `import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'

/** The number of answers at the place. */
export function ${pascal(name)}({ config }: WidgetProps<'${name}'>) {
  const text = useLocalText()
  const format = useFormat()
  const query = useWidgetData('${name}', 'data', config.id, {})
  return (
    <WidgetFrame query={query} title={text(config.title)} height={120} isEmpty={({ n }) => n === 0}>
      {({ n }) => <p>{format.number(n, 0)}</p>}
    </WidgetFrame>
  )
}
`
}

function camel(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

function pascal(name) {
  return camel(name).replace(/^\w/, (letter) => letter.toUpperCase())
}

function words(name) {
  return name.replaceAll('-', ' ').replace(/^\w/, (letter) => letter.toUpperCase())
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const name = process.argv[2]
  if (!name) {
    console.error('Usage: npm run new:widget NAME, for example npm run new:widget churn-risk')
    process.exit(2)
  }
  try {
    for (const path of addWidget(root, name)) console.log(path)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  process.exit(await runThrough(findNode(), ['scripts/generate-docs.ts']))
}
