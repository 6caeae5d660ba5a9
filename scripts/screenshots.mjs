// `npm run screenshots`: pictures of every screen, wide and narrow, light and dark.
import { buildWeb } from './build-web.mjs'
import { runThrough } from './checks.mjs'
import { findNode } from './find-node.mjs'

const node = findNode()
await buildWeb(node)
process.exit(await runThrough(node, ['e2e/screenshots.ts', ...process.argv.slice(2)]))
