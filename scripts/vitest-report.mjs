// A reporter of Vitest that writes what the summary of `npm test` needs as JSON to the file named by GENSVAR_REPORT:
// Vitest's own JSON does not say which tests were retried, why one was skipped, nor which errors no test caught.
import { writeFileSync } from 'node:fs'
import { firstLine } from './test-summary.mjs'

export default class Report {
  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => testOf(module, test)))
    const files = modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic()
      return { file: module.moduleId, took: duration + collectDuration }
    })
    writeFileSync(process.env.GENSVAR_REPORT, JSON.stringify({ tests, files, errors: errorsOf(modules, unhandled) }))
  }
}

/** Errors outside of tests: of a file that cannot be loaded, of what a group of tests does before and after, and others. */
function errorsOf(modules, unhandled) {
  const ofModules = modules.flatMap((module) =>
    [module, ...module.children.allSuites()].flatMap((group) =>
      group.errors().map(({ message }) => ({ file: module.moduleId, message: firstLine(message) })),
    ),
  )
  return [...ofModules, ...unhandled.map(({ message }) => ({ message: `unhandled: ${firstLine(message)}` }))]
}

function testOf({ moduleId }, test) {
  const { state, note, errors = [] } = test.result()
  const why = errors.map(({ message, stack = '' }) => (stack.includes(message) ? stack : `${message}\n${stack}`))
  return { file: moduleId, name: test.fullName, state, note, retries: test.diagnostic()?.retryCount ?? 0, why }
}
