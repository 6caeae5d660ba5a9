// A reporter of Vitest that writes what the summary of `npm test` needs as JSON to the file named by GENSVAR_REPORT:
// Vitest's own JSON does not say which tests were retried, nor why one was skipped.
import { writeFileSync } from 'node:fs'

export default class Report {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => testOf(module, test)))
    const files = modules.map((module) => {
      const { duration, collectDuration } = module.diagnostic()
      return { file: module.moduleId, took: duration + collectDuration }
    })
    writeFileSync(process.env.GENSVAR_REPORT, JSON.stringify({ tests, files }))
  }
}

function testOf({ moduleId }, test) {
  const { state, note } = test.result()
  return { file: moduleId, name: test.fullName, state, note, retries: test.diagnostic()?.retryCount ?? 0 }
}
