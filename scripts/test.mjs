// `npm test`: runs everything; `npm test -- --only static|unit|e2e` runs one part. The last line is the summary.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build-web.mjs'
import { runStaticChecks, runThrough } from './checks.mjs'
import { findChromium } from './find-chromium.mjs'
import { findNode, root } from './find-node.mjs'
import { installClickHouse } from './install-clickhouse.mjs'
import { chromiumAdvice } from './install-test-tools.mjs'

const parts = {
  static: () => runStaticChecks(node),
  unit: runUnitTests,
  e2e: runEndToEndTests,
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
if (values.only !== undefined && !Object.hasOwn(parts, values.only)) {
  console.error(`--only takes one of ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

const node = findNode()
const reports = mkdtempSync(join(tmpdir(), 'gensvar-reports-'))
const sum = { passed: 0, failed: 0 }
/** Files of tests with how long each took, in ms. */
const durations = []
const slowest = 10
for (const name of values.only ? [values.only] : Object.keys(parts)) {
  const { passed, failed } = await parts[name]().catch((error) => {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  })
  sum.passed += passed
  sum.failed += failed
}
rmSync(reports, { recursive: true, force: true })
if (durations.length > 0) printSlowest()
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 ? 1 : 0)

async function runUnitTests() {
  installClickHouse()
  const report = join(reports, 'unit.json')
  // Without Chromium the other projects still run.
  const projects = findChromium() ? [] : ['--project', '!browser*']
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--reporter=default', '--reporter=json']
  const code = await runThrough(node, [...args, `--outputFile.json=${report}`])
  const { numPassedTests, numFailedTests, testResults } = readReport(report, code)
  for (const { name, startTime, endTime } of testResults)
    durations.push({ name: relative(root, name), took: endTime - startTime })
  const missing = projects.length > 0 ? missingChromium() : 0
  return { passed: numPassedTests, failed: atLeastOne(numFailedTests, code) + missing }
}

async function runEndToEndTests() {
  if (!findChromium()) return { passed: 0, failed: missingChromium() }
  await buildWeb(node)
  const report = join(reports, 'e2e.json')
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--reporter=list,json',
  ]
  const code = await runThrough(node, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const { stats, suites } = readReport(report, code)
  for (const { file, took } of suites.map(journeysOf)) durations.push({ name: join('e2e', file), took })
  return { passed: stats.expected + stats.flaky, failed: atLeastOne(stats.unexpected, code) }
}

/** A file of journeys with how long they took together. */
function journeysOf({ file, specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  const took = [...own, ...suites.map((inner) => journeysOf(inner).took)].reduce((sum, one) => sum + one, 0)
  return { file, took }
}

function printSlowest() {
  console.log(`\nthe slowest of ${durations.length} files`)
  for (const { name, took } of durations.toSorted((a, b) => b.took - a.took).slice(0, slowest))
    console.log(`${(took / 1000).toFixed(1).padStart(7)} s  ${name}`)
}

/** A run that ends badly without a failed test (a file that does not load, say) has failed all the same. */
function atLeastOne(failed, code) {
  return code === 0 ? failed : Math.max(failed, 1)
}

function readReport(file, code) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The tests ended with code ${code} and left no report: ${error.message}`, { cause: error })
  }
}

function missingChromium() {
  console.error(chromiumAdvice)
  return 1
}
