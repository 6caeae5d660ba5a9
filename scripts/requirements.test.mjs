import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from './find-node.mjs'

const rowsOf = (file) =>
  readFileSync(`${root}/docs/${file}`, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
const requirements = new Map(rowsOf('requirements.tsv').map(([id, , , , kind]) => [id, kind]))

/** Ids such as (RANK-07) or (RANK-04, RANK-29) in the files of tests. */
function claims() {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  return files
    .trim()
    .split('\n')
    .flatMap((file) => {
      const text = readFileSync(`${root}/${file}`, 'utf8')
      return [...text.matchAll(/\(([A-Z]{2,7}-\d{2,3}[a-z]?(?:, [A-Z]{2,7}-\d{2,3}[a-z]?)*)\)/g)].flatMap(([, ids]) =>
        ids.split(', ').map((id) => ({ file, id })),
      )
    })
}

test('a test claims requirements of the catalogue only, and no notes', () => {
  const all = claims()
  expect(all.length).toBeGreaterThan(300)
  expect(all.filter(({ id }) => !requirements.has(id) || requirements.get(id) === 'note')).toEqual([])
})

test('a schema claims nothing: entities count by the routes that answer them', () => {
  expect(claims().filter(({ file }) => file.startsWith('contract/src/entities/'))).toEqual([])
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
