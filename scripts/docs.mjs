// `npm run docs`: generates the reference docs from the contract; with --check it only reports whether they are up to date.
import { runThrough } from './checks.mjs'
import { findNode } from './find-node.mjs'

process.exit(await runThrough(findNode(), ['scripts/generate-docs.ts', ...process.argv.slice(2)]))
