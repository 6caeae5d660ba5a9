// Stryker's Vitest runner with a test process that is kept between mutants: starting one and loading the program takes
// seconds, most tests take a fraction of one. What a mutant leaves behind in modules (caches) must not decide about the
// next one, so a mutant counts as noticed only if the tests that failed pass without it right afterwards, in the same
// process. Otherwise it is tried again with the program's modules loaded anew, and if that does not settle it, in a new
// process. A survivor has been tried with the modules loaded anew too.
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ForksPoolWorker } from 'vitest/node'
import { createVitestTestRunnerFactory } from './node_modules/@stryker-mutator/vitest-runner/dist/src/vitest-test-runner.js'
import { strykerPlugins as given } from './node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'

const freshModules = fileURLToPath(new URL('fresh-modules.js', import.meta.url))

// A process keeps a listener for each run, and what tests leave in memory.
const maxRuns = 300

/** The process kept from the last run, by project; empty where the next run needs a new one. */
const kept = new Map()

/** Ends the kept processes, so that the next run starts in a new one. */
function endKept() {
  for (const { fork } of kept.values()) fork.kill()
  kept.clear()
}

class WarmWorker extends ForksPoolWorker {
  constructor(options) {
    super(options)
    this.project = options.project.name
  }

  async start() {
    const { fork, runs } = kept.get(this.project) ?? { runs: 0 }
    kept.delete(this.project)
    if (fork?.connected) this._fork = fork
    this.runs = fork?.connected ? runs + 1 : 1
    await super.start()
  }

  send(message) {
    if (message.type !== 'stop') super.send(message)
    else setImmediate(() => this._fork.emit('message', { type: 'stopped', __vitest_worker_response__: true }))
  }

  async stop() {
    const fork = this._fork
    if (!fork?.connected || this.runs >= maxRuns) {
      await super.stop()
      return
    }
    fork.removeAllListeners('message')
    fork.removeListener('error', this.emitError)
    fork.stdout?.unpipe(this.stdout)
    fork.stderr?.unpipe(this.stderr)
    this._fork = undefined
    kept.set(this.project, { fork, runs: this.runs })
  }
}

function warm(runner) {
  const { init, dryRun, mutantRun, dispose } = bound(runner, ['init', 'dryRun', 'mutantRun', 'dispose'])

  runner.init = async () => {
    await init()
    runner.ctx.config.sequence.sequencer = AsGiven
    runner.ctx.provide('fresh', false)
    for (const { config } of runner.ctx.projects) {
      config.setupFiles = [freshModules, ...config.setupFiles]
      config.pool = 'warm'
      config.poolRunner = { name: 'warm', createPoolWorker: (options) => new WarmWorker(options) }
    }
  }

  runner.dryRun = async (options) => {
    const result = await dryRun(options)
    const took = new Map(runner.ctx.state.getFiles().map((file) => [file.filepath, timeOf(file)]))
    // From here on the files are known: looking for them again before each mutant takes longer than most tests. The
    // quickest come first, as the first failure ends the run.
    runner.ctx.start = (files) => {
      const paths = [...new Set(files.map((file) => resolve(file)))]
      const sorted = paths.toSorted((a, b) => (took.get(a) ?? 0) - (took.get(b) ?? 0))
      return runner.ctx.runTestSpecifications(sorted.flatMap((path) => runner.ctx.getModuleSpecifications(path)))
    }
    return result
  }

  runner.mutantRun = async (options) => {
    const first = await mutantRun(options)
    if (first.status === 'killed' && (await passWithout(first.killedBy, options))) return first
    runner.ctx.provide('fresh', true)
    const second = await mutantRun(options)
    const isSettled =
      second.status === 'survived' || (second.status === 'killed' && (await passWithout(second.killedBy, options)))
    runner.ctx.provide('fresh', false)
    if (isSettled) return second
    endKept()
    const third = await mutantRun(options)
    endKept()
    return third
  }

  /** Whether tests pass without the mutant, in the process that has just tried it. */
  async function passWithout(tests, options) {
    const none = { ...options.activeMutant, id: 'none' }
    return (await mutantRun({ ...options, testFilter: tests, activeMutant: none })).status === 'survived'
  }

  runner.dispose = async () => {
    endKept()
    await dispose()
  }
  return runner
}

/** Runs files in the order in which they are given. */
class AsGiven {
  sort(files) {
    return files
  }

  shard(files) {
    return files
  }
}

/** Milliseconds that a test file took, with what it sets up. */
function timeOf({ result, setupDuration = 0 }) {
  return (result?.duration ?? 0) + setupDuration
}

function bound(runner, names) {
  return Object.fromEntries(names.map((name) => [name, runner[name].bind(runner)]))
}

const create = createVitestTestRunnerFactory()
const createWarm = (injector) => warm(create(injector))
createWarm.inject = create.inject

export const strykerPlugins = given.map((plugin) => ({ ...plugin, name: 'warm-vitest', factory: createWarm }))
export { strykerValidationSchema } from './node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'
