// `npm run bench`: measures the figures and the import, with the sizes they ran on.
import { runThrough } from './checks.mjs'
import { findNode } from './find-node.mjs'

process.exit(await runThrough(findNode(), ['server/src/bench/main.ts', ...process.argv.slice(2)]))
