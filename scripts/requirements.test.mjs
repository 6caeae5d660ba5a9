import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from './find-node.mjs'

const rowsOf = (file) =>
  readFileSync(`${root}/docs/${file}`, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
const catalogue = rowsOf('requirements.tsv')
const requirements = new Map(catalogue.map(([id, , , , kind]) => [id, kind]))

/** The files of tests, each with its text. */
function testFiles() {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  return files
    .trim()
    .split('\n')
    .map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }))
}

/** Ids such as (RANK-07) or (RANK-04, RANK-29) in a text. */
function idsIn(text) {
  const found = text.matchAll(/\(([A-Z]{2,7}-\d{2,3}[a-z]?(?:, [A-Z]{2,7}-\d{2,3}[a-z]?)*)\)/g)
  return [...found].flatMap(([, ids]) => ids.split(', '))
}

const claims = () => testFiles().flatMap(({ file, text }) => idsIn(text).map((id) => ({ file, id })))

test('a test claims requirements of the catalogue only, and no notes', () => {
  const all = claims()
  expect(all.length).toBeGreaterThan(300)
  expect(all.filter(({ id }) => !requirements.has(id) || requirements.get(id) === 'note')).toEqual([])
})

test('a schema claims nothing: entities count by the routes that answer them', () => {
  expect(claims().filter(({ file }) => file.startsWith('contract/src/entities/'))).toEqual([])
})

/** Addresses, such as /bigscreen, that lead to a page which says that it is not available. */
function addressesNotBuilt() {
  const routes = `${root}/web/src/routes`
  const isBuilt = (screen) => {
    const file = `${routes}/${screen}.tsx`
    return existsSync(file) && !readFileSync(file, 'utf8').includes('notAvailable')
  }
  const table = readFileSync(`${root}/web/src/router.tsx`, 'utf8')
  const screens = [...table.matchAll(/\b(?:open|inside|listed|reached)\('(\/\w+)[^']*', '([\w-]+)'/g)]
  expect(screens.length).toBeGreaterThan(25)
  return screens.filter(([, , screen]) => !isBuilt(screen)).map(([, address]) => address)
}

test('what is not built has no claim: pages that say they are not available', () => {
  const claimed = new Set(claims().map(({ id }) => id))
  const rowsThat = (say) => catalogue.filter(([, , , , , text]) => say(text)).map(([id]) => id)
  for (const address of addressesNotBuilt()) {
    const rows = rowsThat((text) => text.startsWith(`Route ${address}/`))
    expect(rows, address).not.toEqual([])
    expect(rows.filter((id) => claimed.has(id))).toEqual([])
  }
})

test('a test that meets words about what is not available claims nothing', () => {
  const meeting = testFiles().flatMap(({ file, text }) =>
    // A part is a test with its title, as it stands in the file.
    text
      .split(/^(?= *(?:test|it)\b)/m)
      .filter((part) => /not available in this version(?!.*toHaveCount\(0\))/i.test(part))
      .map((part) => ({ file, ids: idsIn(part) })),
  )
  expect(meeting.filter(({ ids }) => ids.length > 0)).toEqual([])
})

test('each deviation names a requirement, the difference and the reason', () => {
  const deviations = rowsOf('deviations.tsv')
  expect(new Set(deviations.map(([id]) => id)).size).toBe(deviations.length)
  for (const [id, ...told] of deviations) {
    expect(requirements.has(id), id).toBe(true)
    expect(told, id).toHaveLength(2)
    for (const text of told) expect(text.length, id).toBeGreaterThan(5)
  }
})
