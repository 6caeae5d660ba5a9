// `npm run verify`: the checks that take about a minute.
import { runStaticChecks, runThrough } from './checks.mjs'
import { findNode } from './find-node.mjs'

const node = findNode()
const { failed } = await runStaticChecks(node)
const code = await runThrough(node, [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'contract',
  '--project',
  'scripts',
])
process.exit(failed.length > 0 || code !== 0 ? 1 : 0)
