// `npm run attack -- roles|fuzz|kill|files|figures`: attacks the product and says what did not hold.
import { runThrough } from './checks.mjs'
import { findNode } from './find-node.mjs'

process.exit(await runThrough(findNode(), ['scripts/attack/main.ts', ...process.argv.slice(2)]))
