// What `npm test` says at its end: the slowest files, the tests that were skipped or retried, and the sum.
import { isAbsolute, relative } from 'node:path'
import { root } from './find-node.mjs'

/** Number of the slowest files that are named. */
const slowest = 10

/**
 * A test as the summary counts it: `state` is passed, failed or skipped, `retries` how often it was run again, and `note`
 * why it was skipped. A file is an absolute path or one from the project's folder; `took` is in ms.
 */
export class Summary {
  #files = []
  #tests = []
  #passed = 0
  #failed = 0

  /** Adds results without names. */
  count({ passed, failed }) {
    this.#passed += passed
    this.#failed += failed
  }

  /** Adds a run: its tests, its files and its exit code. A run that fails without a failed test counts as one. */
  add({ tests, files }, code) {
    const failed = tests.filter(({ state }) => state === 'failed').length
    this.count({
      passed: tests.filter(({ state }) => state === 'passed').length,
      failed: code === 0 ? failed : Math.max(failed, 1),
    })
    this.#tests.push(...tests)
    this.#files.push(...files)
  }

  /** The lines to print; the sum comes last. */
  lines() {
    const retried = this.#tests.filter(({ retries }) => retries > 0)
    const flaky = retried.filter(({ state }) => state === 'passed')
    const skipped = this.#tests.filter(({ state }) => state === 'skipped')
    return [
      ...this.#slowestLines(),
      ...listed('flaky: failed, and passed when it was retried', flaky),
      ...listed(
        'retried and failed again',
        retried.filter((test) => !flaky.includes(test)),
      ),
      ...listed('skipped', skipped),
      '',
      `${this.#passed} passed, ${this.#failed} failed`,
    ]
  }

  get hasFailed() {
    return this.#failed > 0
  }

  #slowestLines() {
    if (this.#files.length === 0) return []
    const sorted = this.#files.toSorted((a, b) => b.took - a.took).slice(0, slowest)
    const lines = sorted.map(({ file, took }) => `${(took / 1000).toFixed(1).padStart(7)} s  ${shortened(file)}`)
    return ['', `the slowest of ${this.#files.length} files`, ...lines]
  }
}

/** The results in Playwright's JSON report. */
export function fromPlaywright({ suites }) {
  const tests = []
  const files = []
  for (const suite of suites) {
    const own = testsOf(suite, [])
    tests.push(...own)
    files.push({ file: `e2e/${suite.file}`, took: own.reduce((sum, { took }) => sum + took, 0) })
  }
  return { tests, files }
}

const playwrightStates = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'skipped' }

function testsOf({ file, specs = [], suites = [] }, outer) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results, annotations = [] }) => ({
      file: `e2e/${file}`,
      name: [...outer, title].join(' > '),
      state: playwrightStates[status],
      note: annotations.find(({ type }) => type === 'skip')?.description,
      retries: Math.max(0, results.length - 1),
      took: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  return [...own, ...suites.flatMap((inner) => testsOf(inner, [...outer, inner.title]))]
}

/** Tests under a heading, those skipped for the same reason on one line. */
function listed(heading, tests) {
  if (tests.length === 0) return []
  const lines = Map.groupBy(tests, ({ file, name, note }) => (note ? note : `${shortened(file)}: ${name}`))
  return ['', `${heading} (${tests.length})`, ...[...lines].map(([line, all]) => `  ${line}${times(all)}`)]
}

function times({ length }) {
  return length > 1 ? ` (${length} x)` : ''
}

function shortened(file) {
  return isAbsolute(file) ? relative(root, file) : file
}
