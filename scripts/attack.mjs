// `npm run attack -- roles|fuzz|kill|kill-worker|kill-mail|kill-campaign|files|figures`: attacks the product and reports what failed.
import { runThrough } from './checks.mjs'
import { findNode } from './find-node.mjs'

process.exit(await runThrough(findNode(), ['scripts/attack/main.ts', ...process.argv.slice(2)]))
