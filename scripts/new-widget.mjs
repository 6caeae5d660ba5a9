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
    server: {
      import: `import { ${value} } from './${name}/query.ts'\nimport { ${value}Report } from './${name}/report.ts'`,
      report: `${key}: ${value}Report,`,
      entry,
    },
    web: { entry: `${key}: ${view},` },
  }[side]
}

function filesOf(name) {
  return {
    [`contract/src/widgets/${name}.ts`]: contractFile(name),
    [`server/src/widgets/${name}/query.ts`]: serverFile(name),
    [`server/src/widgets/${name}/report.ts`]: reportFile(name),
    [`server/src/widgets/${name}/query.test.ts`]: serverTest(name),
    [`web/src/widgets/${name}/${name}.tsx`]: viewFile(name),
    [`web/src/widgets/${name}/${name}.test.tsx`]: viewTest(name),
  }
}

function contractFile(name) {
  return `import { z } from 'zod'
import { localText } from '../local-text.ts'
import { componentBase, defineWidget, noParams } from './define-widget.ts'
import { inStates } from './example-states/in-states.ts'

/** How many interviews there are at a place. */
export const ${camel(name)} = defineWidget({
  type: '${name}',
  title: '${words(name)}',
  description: 'The number of interviews at the place.',
  sizes: [4, 6, 8, 12],
  config: z.strictObject({ ...componentBase }),
  calls: {
    data: {
      params: noParams,
      /** Either a number, or the words why there is none. */
      response: z.object({ n: z.number().int().nullable(), withheld: localText.nullable() }),
    },
  },
  example: {
    config: { id: 'example', size: 4 },
    responses: { data: { n: 120, withheld: null } },
    states: inStates((state) => ({
      data: {
        n: { empty: 0, withheld: null, few: 7, long: 1_234_567 }[state],
        withheld: state === 'withheld' ? { en: 'Fewer than 10 answers.' } : null,
      },
    })),
  },
})
`
}

function serverFile(name) {
  return `import { figures } from '#server/domain/figures/figures.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Counts the interviews at the request's place; null with the reason if the number is withheld. */
export const ${camel(name)}: WidgetServer<'${name}'> = {
  async data({ ctx, access, requested }) {
    const { rows } = await figures(ctx, access, {
      conditions: requested.conditions,
      by: 'none',
      indicators: [{ key: 'n', expression: 'count()' }],
    })
    const count = rows[0]?.values[0]
    return {
      n: count?.suppressed ? null : (count?.value ?? 0),
      withheld: count?.why ? localWords(count.why) : null,
    }
  },
}
`
}

function reportFile(name) {
  return `import { pickText } from '@gensvar/contract/local-text'
import type { WidgetReportOf } from '#server/widgets/widget-report.ts'
import { ${camel(name)} } from './query.ts'

/** The number in reports, or why there is none. */
export const ${camel(name)}Report: WidgetReportOf<'${name}'> = {
  async sections(request) {
    const { locale } = request.ctx
    const { n, withheld } = await ${camel(name)}.data(request, {})
    const text = n === null ? (withheld ? pickText(withheld, locale) : '') : String(n)
    const title = request.config.title ? pickText(request.config.title, locale) : ''
    return { sections: [{ kind: 'facts', title, facts: [{ name: title, text }] }], rows: null }
  },
}
`
}

function serverTest(name) {
  return `import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'

const extra = \`
pages:
  - { extname: overview, components: [{ type: ${name}, config: { id: new } }] }
\`

let board: Dashboard

beforeAll(async () => {
  board = await openDashboard({ extra })
})

afterAll(() => board.close())

/** Calls the widget as a user limited to these places. */
async function callAs(filters?: Record<string, string[]>) {
  const caller = await board.as(filters ? { filters } : {})
  return (path: string) => caller('GET', \`/rest/widgets/data/\${board.survey}/new/\${path}\`)
}

test('counts the interviews at the place', async () => {
  const call = await callAs()
  const count = async (path: string) => (await call(path)).body.n
  expect(await count('country=Sweden')).toBe(4)
  expect(await count('country=_Sweden')).toBe(1)
  expect(await count('root')).toBe(5)
})

test('withholds a number of other places that few answers are behind, and says why', async () => {
  const call = await callAs({ country: ['Norway'] })
  expect((await call('country=Norway')).body).toEqual({ n: 1, withheld: null })
  expect((await call('comment=a~')).body).toMatchObject({ n: null, withheld: { en: expect.any(String) } })
})
`
}

function viewFile(name) {
  return `import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { Withheld } from '#web/widgets/withheld.tsx'

/** The number of interviews at the place. */
export function ${pascal(name)}({ config }: WidgetProps<'${name}'>) {
  const text = useLocalText()
  const format = useFormat()
  const query = useWidgetData('${name}', 'data', config.id, {})
  return (
    <WidgetFrame
      query={query}
      title={text(config.title)}
      height={120}
      isEmpty={({ n }) => n === null || n === 0}
      empty={query.data?.withheld != null ? <Withheld why={query.data.withheld} compact /> : undefined}
    >
      {({ n }) => <p>{n !== null && format.number(n, 0)}</p>}
    </WidgetFrame>
  )
}
`
}

function viewTest(name) {
  return `import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { identityFixture, signedInServer } from '#web/testing/fixtures.ts'
import { endApp, renderApp } from '#web/testing/render-app.tsx'
import { component, startWith } from '#web/widgets/testing/ranking-fixtures.ts'
import { serveWidget } from '#web/widgets/testing/serve-widget.ts'

afterEach(endApp)

function open(answer: { n: number | null; withheld: string | null }) {
  const start = startWith({ overview: [component('${name}', { id: 'new' })] })
  const server = serveWidget('${name}', () => answer)
  return renderApp('/page/overview/visits/root', [server, ...signedInServer(identityFixture(), start)])
}

test('shows the number', async () => {
  await open({ n: 1234, withheld: null })
  expect(await screen.findByText('1,234')).toBeVisible()
})

test('says why there is no number', async () => {
  await open({ n: null, withheld: 'Fewer than 5 answers.' })
  expect(await screen.findByText('Fewer than 5 answers.')).toBeVisible()
})
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
    console.log(`
Next: add ${name} to docs/examples/configuration.yaml, its texts to web/src/locales/*/widgets.json and a line to
CHANGELOG.md, then npm run docs. Its tests: npx vitest run ${name}`)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  process.exit(await runThrough(findNode(), ['scripts/generate-docs.ts']))
}
