// `npm run bench`: measures the product part by part, each in its own process, and prints the sizes used.
import { parseArgs } from 'node:util'
import { runThrough } from './checks.mjs'
import { findNode, serverFlags } from './find-node.mjs'

/** The parts by name, in the order they run: each a program in `bench/` that prints its own lines. */
const parts = {
  requests: 'requests.ts',
  numbers: 'numbers.ts',
  figures: 'figures.ts',
  flood: 'flood.ts',
  import: 'import.ts',
  operations: 'operations.ts',
  loop: 'loop.ts',
  people: 'people.ts',
  scripts: 'scripts.ts',
  text: 'text.ts',
  delivery: 'delivery.ts',
  answers: 'answers.ts',
  platform: 'platform.ts',
  web: 'web.ts',
}

const names = Object.keys(parts)
/** What only some parts take, as their own files explain. */
const own = { rows: 'string', runs: 'string', keep: 'string', json: 'boolean' }
const options = Object.fromEntries(Object.entries(own).map(([name, type]) => [name, { type }]))
const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' }, ...options } })
const passed = Object.keys(own).flatMap((name) => {
  const value = values[name]
  return value === undefined ? [] : value === true ? [`--${name}`] : [`--${name}`, value]
})

if (values.help) {
  console.log(`npm run bench [-- --only ${names.join('|')}]`)
  console.log('npm run bench -- --only figures [--rows 2000000|10000000] [--runs 100] [--keep FOLDER] [--json]')
} else if (passed.length > 0 && values.only !== 'figures') {
  console.error(`${passed[0]} is for --only figures`)
  process.exitCode = 1
} else if (values.only !== undefined && !names.includes(values.only)) {
  console.error(`There is no part "${values.only}": it is one of ${names.join(', ')}.`)
  process.exitCode = 1
} else {
  const chosen = values.only === undefined ? names : [values.only]
  for (const name of chosen) process.exitCode = Math.max(process.exitCode ?? 0, await runPart(parts[name], passed))
}

/** Most parts have the server in their own process, so it runs as the server does. */
function runPart(file, args) {
  return runThrough(findNode(), [...serverFlags, `scripts/bench/${file}`, ...args])
}
