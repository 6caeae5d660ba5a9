// `npm test`: runs everything; `npm test -- --only static|unit|e2e` runs one part. The last line is the summary.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runStaticChecks, runThrough } from './checks.mjs'
import { findChromium } from './find-chromium.mjs'
import { findNode } from './find-node.mjs'
import { installClickHouse } from './install-clickhouse.mjs'
import { chromiumAdvice } from './install-test-tools.mjs'
import { Summary, fromPlaywright } from './test-summary.mjs'

const parts = {
  static: async () => summary.count(await runStaticChecks(node)),
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
const summary = new Summary()
for (const name of values.only ? [values.only] : Object.keys(parts))
  await parts[name]().catch((error) => {
    console.error(error.message)
    summary.count({ passed: 0, failed: [error.message] })
  })
rmSync(reports, { recursive: true, force: true })
console.log(summary.lines().join('\n'))
process.exit(summary.hasFailed ? 1 : 0)

async function runUnitTests() {
  installClickHouse()
  const report = join(reports, 'unit.json')
  // Without Chromium the other projects still run.
  const projects = findChromium() ? [] : ['--project', '!browser*']
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--reporter=default']
  const code = await runThrough(node, [...args, '--reporter=./scripts/vitest-report.mjs'], { GENSVAR_REPORT: report })
  summary.add(readReport(report, code), code)
  if (projects.length > 0) countMissingChromium()
}

async function runEndToEndTests() {
  if (!findChromium()) {
    countMissingChromium()
    return
  }
  const report = join(reports, 'e2e.json')
  const config = ['--config', 'e2e/playwright.config.ts', '--reporter=list,json']
  const code = await runThrough(node, ['node_modules/@playwright/test/cli.js', 'test', ...config], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  summary.add(fromPlaywright(readReport(report, code)), code)
}

function readReport(file, code) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The tests ended with code ${code} and left no report: ${error.message}`, { cause: error })
  }
}

function countMissingChromium() {
  console.error(chromiumAdvice)
  summary.count({ passed: 0, failed: [chromiumAdvice] })
}
