// What `npm test` says at its end: the slowest files, what was skipped, retried or failed, and the sum.
import { isAbsolute, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './find-node.mjs'

/** Number of the slowest files that are named. */
const slowest = 10
/** Lines of an error that are repeated under its test: where the output is long, all that is kept of it is its end. */
const repeatedLines = 12

/**
 * A test as the summary counts it: `state` is passed, failed or skipped, `retries` how often it was run again, `note`
 * why it was skipped, and `why` the errors it failed with. A file is an absolute path or one from the project's folder;
 * `took` is in ms.
 */
export class Summary {
  #files = []
  #tests = []
  #faults = []
  #passed = 0

  /** Adds checks that are no tests: how many passed, and a line about each that failed. */
  count({ passed, failed }) {
    this.#passed += passed
    this.#faults.push(...failed)
  }

  /**
   * Adds a run: its tests, its files, its errors outside of tests and its exit code. An error outside of tests counts as a
   * failure, and so does a run that fails without saying why.
   */
  add({ tests, files, errors = [] }, code) {
    const failed = tests.some(({ state }) => state === 'failed')
    const silent =
      code !== 0 && !failed && errors.length === 0 ? [`a run ended with code ${code} and named no failure`] : []
    this.count({
      passed: tests.filter(({ state }) => state === 'passed').length,
      failed: [...errors.map(({ file, message }) => (file ? `${shortened(file)}: ${message}` : message)), ...silent],
    })
    this.#tests.push(...tests)
    this.#files.push(...files)
  }

  /** The lines to print; the sum comes last. */
  lines() {
    const flaky = this.#tests.filter(({ retries, state }) => retries > 0 && state === 'passed')
    const skipped = this.#tests.filter(({ state }) => state === 'skipped')
    return [
      ...this.#slowestLines(),
      ...listed('flaky: failed, and passed when it was retried', flaky),
      ...listed('skipped', skipped),
      ...listed('failed', [...this.#failedTests, ...this.#faults.map((note) => ({ note }))]),
      '',
      `${this.#passed} passed, ${this.#failedTests.length + this.#faults.length} failed`,
    ]
  }

  get hasFailed() {
    return this.#failedTests.length + this.#faults.length > 0
  }

  get #failedTests() {
    return this.#tests.filter(({ state }) => state === 'failed')
  }

  #slowestLines() {
    if (this.#files.length === 0) return []
    const sorted = this.#files.toSorted((a, b) => b.took - a.took).slice(0, slowest)
    const lines = sorted.map(({ file, took }) => `${(took / 1000).toFixed(1).padStart(7)} s  ${shortened(file)}`)
    return ['', `the slowest of ${this.#files.length} files`, ...lines]
  }
}

/** The results in Playwright's JSON report. */
export function fromPlaywright({ suites, errors }) {
  const tests = []
  const files = []
  for (const suite of suites) {
    const own = testsOf(suite, [])
    tests.push(...own)
    files.push({ file: `e2e/${suite.file}`, took: own.reduce((sum, { took }) => sum + took, 0) })
  }
  return { tests, files, errors: errors.map(({ message }) => ({ message: firstLine(message) })) }
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
      why: results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)),
      took: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  return [...own, ...suites.flatMap((inner) => testsOf(inner, [...outer, inner.title]))]
}

/** The first line of an error's message: the whole of it stands further up. */
export function firstLine(message) {
  return message.split('\n', 1)[0]
}

/** Tests under a heading, those skipped for the same reason on one line. */
function listed(heading, tests) {
  if (tests.length === 0) return []
  const lines = Map.groupBy(tests, ({ file, name, note }) => (note ? note : `${shortened(file)}: ${name}`))
  const told = [...lines].flatMap(([line, all]) => [`  ${line}${times(all)}`, ...all.flatMap(whyLines)])
  return ['', `${heading} (${tests.length})`, ...told]
}

/** Of each different error its message and where in the project it was thrown, without the lines of code around it. */
function whyLines({ why = [] }) {
  return [...new Set(why)].flatMap((error) => {
    const lines = stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*>?\s*\d*\s*\||node_modules|node:internal|at new Promise/.test(line))
    return lines.slice(0, repeatedLines).map((line) => `    ${line.replaceAll(`${root}/`, '')}`)
  })
}

function times({ length }) {
  return length > 1 ? ` (${length} x)` : ''
}

function shortened(file) {
  return isAbsolute(file) ? relative(root, file) : file
}
