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

/** The summary without times and without the folder's random name. */
function linesOf(report, code, folder) {
  const summary = new Summary()
  summary.add(report, code)
  return summary
    .lines()
    .join('\n')
    .replaceAll(relative(root, folder), 'FOLDER')
    .replaceAll(/ +[\d.]+ s {2}/g, 'SECONDS ')
}

test('the summary names what Vitest retried and skipped', () => {
  const skips = `test('needs an engine', ({ skip }) => skip('There is no engine.'))\ntest.skip('later', () => {})\n`
  const folder = folderWith('one.test.mjs', flakyTest.replace('RUNNER', 'vitest') + skips)
  const report = join(folder, 'report.json')
  const reporter = join(root, 'scripts', 'vitest-report.mjs')
  const args = ['run', '--root', folder, '--config', 'none', '--retry', '1', `--reporter=${reporter}`]
  writeFileSync(join(folder, 'none'), 'export default {}')
  const { status } = run(folder, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { GENSVAR_REPORT: report })
  expect(linesOf(JSON.parse(readFileSync(report, 'utf8')), status, folder)).toBe(`
the slowest of 1 files
SECONDS FOLDER/one.test.mjs

flaky: failed, and passed when it was retried (1)
  FOLDER/one.test.mjs: passes the second time

retried and failed again (1)
  FOLDER/one.test.mjs: never passes

skipped (2)
  There is no engine.
  FOLDER/one.test.mjs: later

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

retried and failed again (1)
  e2e/one.spec.mjs: never passes

skipped (2)
  There is no engine.
  e2e/one.spec.mjs: in time > later

2 passed, 1 failed`)
})

test('a run that fails without a failed test counts as failed', () => {
  const summary = new Summary()
  summary.add({ tests: [], files: [] }, 1)
  expect(summary.hasFailed).toBe(true)
  expect(summary.lines().at(-1)).toBe('0 passed, 1 failed')
})
