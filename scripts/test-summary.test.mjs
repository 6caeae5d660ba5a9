import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './find-node.mjs'
import { Summary, fromPlaywright } from './test-summary.mjs'

const flakyTest = `import { expect, test } from 'RUNNER'
import { appendFileSync, readFileSync } from 'node:fs'
const runs = new URL('./runs', import.meta.url)
test('passes the second time', () => {
  appendFileSync(runs, 'x')
  expect(readFileSync(runs, 'utf8')).toHaveLength(2)
})
test('never passes', () => expect(1).toBe(2))
test('passes', () => {})
`

/** A folder of its own, where the packages are found, with one file of tests. */
function folderWith(file, text) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gensvar-summary-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, file), text)
  return folder
}

function run(folder, args, env) {
  const { CI: _ci, ...rest } = process.env
  const clean = Object.fromEntries(Object.entries(rest).filter(([name]) => !/^(VITEST|TEST_|PLAYWRIGHT_)/.test(name)))
  return spawnSync(process.execPath, args, { cwd: folder, env: { ...clean, ...env }, encoding: 'utf8' })
}

/** Runs one file of tests as `npm test` does, in a folder of its own. */
function runVitest(text) {
  const folder = folderWith('one.test.mjs', text)
  const file = join(folder, 'report.json')
  const reporter = join(root, 'scripts', 'vitest-report.mjs')
  const args = ['run', '--root', folder, '--config', 'none', '--retry', '1', `--reporter=${reporter}`]
  writeFileSync(join(folder, 'none'), 'export default {}')
  const { status } = run(folder, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { GENSVAR_REPORT: file })
  return { report: JSON.parse(readFileSync(file, 'utf8')), status, folder }
}

/** The summary without times and without the folder's random name. */
function linesOf(report, code, folder) {
  const summary = new Summary()
  summary.add(report, code)
  return summary
    .lines()
    .join('\n')
    .replaceAll(relative(root, folder), 'FOLDER')
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/ +[\d.]+ s {2}/g, 'SECONDS ')
}

test('the summary names what Vitest retried and skipped', () => {
  const skips = `test('needs an engine', ({ skip }) => skip('There is no engine.'))\ntest.skip('later', () => {})\n`
  const { report, status, folder } = runVitest(flakyTest.replace('RUNNER', 'vitest') + skips)
  expect(linesOf(report, status, folder)).toBe(`
the slowest of 1 files
SECONDS FOLDER/one.test.mjs

flaky: failed, and passed when it was retried (1)
  FOLDER/one.test.mjs: passes the second time
    AssertionError: expected 'x' to have a length of 2 but got 1
        at FOLDER/one.test.mjs:6:38

skipped (2)
  There is no engine.
  FOLDER/one.test.mjs: later

failed (1)
  FOLDER/one.test.mjs: never passes
    AssertionError: expected 1 to be 2 // Object.is equality
        at FOLDER/one.test.mjs:8:38

2 passed, 1 failed`)
})

test('and what Playwright did', () => {
  const skips = `test('needs an engine', () => test.skip(true, 'There is no engine.'))\ntest.describe('in time', () => test.skip('later', () => {}))\n`
  const folder = folderWith('one.spec.mjs', flakyTest.replace('RUNNER', '@playwright/test') + skips)
  writeFileSync(join(folder, 'playwright.config.mjs'), 'export default { retries: 1 }')
  const report = join(folder, 'report.json')
  const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=json']
  const { status } = run(folder, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const read = fromPlaywright(JSON.parse(readFileSync(report, 'utf8')))
  expect(linesOf(read, status, folder)).toBe(`
the slowest of 1 files
SECONDS e2e/one.spec.mjs

flaky: failed, and passed when it was retried (1)
  e2e/one.spec.mjs: passes the second time
    Error: expect(received).toHaveLength(expected)
    Expected length: 2
    Received length: 1
    Received string: "x"
        at FOLDER/one.spec.mjs:6:38

skipped (2)
  There is no engine.
  e2e/one.spec.mjs: in time > later

failed (1)
  e2e/one.spec.mjs: never passes
    Error: expect(received).toBe(expected) // Object.is equality
    Expected: 2
    Received: 1
        at FOLDER/one.spec.mjs:8:38

2 passed, 1 failed`)
})

test('and errors that belong to no test', () => {
  const text = `import { afterAll, describe, expect, test } from 'vitest'
test('passes, and forgets a promise', () => void Promise.reject(new Error('Nobody waits.')))
describe('a group', () => {
  afterAll(() => expect(1, 'after all').toBe(2))
  test('passes', () => {})
})
`
  const { report, status, folder } = runVitest(text)
  expect(linesOf(report, status, folder)).toBe(`
the slowest of 1 files
SECONDS FOLDER/one.test.mjs

failed (2)
  FOLDER/one.test.mjs: after all: expected 1 to be 2 // Object.is equality
  unhandled: Nobody waits.

2 passed, 2 failed`)
})

test('and a file that cannot be read', () => {
  const { report, status, folder } = runVitest(`import './missing.mjs'\n`)
  const lines = linesOf(report, status, folder).split('\n')
  expect(lines.at(-1)).toBe('0 passed, 1 failed')
  expect(lines.at(-3)).toMatch(/FOLDER\/one.test.mjs: .*missing\.mjs/)
})

test('a run that fails and says not why counts as failed', () => {
  const summary = new Summary()
  summary.add({ tests: [], files: [] }, 1)
  expect(summary.hasFailed).toBe(true)
  expect(summary.lines().slice(-3)).toEqual([
    '  a run ended with code 1 and named no failure',
    '',
    '0 passed, 1 failed',
  ])
})

test('a check that failed is named', () => {
  const summary = new Summary()
  summary.count({ passed: 1, failed: ['check: lint'] })
  expect(summary.lines().slice(-3)).toEqual(['  check: lint', '', '1 passed, 1 failed'])
})
