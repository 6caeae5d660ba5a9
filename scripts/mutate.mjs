// `npm run mutate -- PATH...`: breaks the code of files or folders on purpose, one small change (mutant) at a time, and
// reports the changes that no test noticed, and those that only a time limit did. Uses Stryker, which only this command
// installs. Unchanged code is not tried again: what was found is kept in `.cache/mutation`.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { runThrough } from './checks.mjs'
import { findNode, root } from './find-node.mjs'
import { installFolder } from './install-folder.mjs'
import { equivalentsIn, place, resultOf, withRow } from './mutation-report.mjs'
import { testsOf } from './mutation-tests.mjs'

const usage = `npm run mutate -- PATH... [--tests PATH]... [--jobs N]

  PATH          a folder or file below contract/, scripts/, server/ or web/
  --tests PATH  tests to run, in place of those scripts/mutation-tests.mjs names
  --jobs N      test runs at a time, each with a PostgreSQL of its own (2)`

const report = join(root, 'docs', 'mutation.md')
const cache = join('.cache', 'mutation')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true },
    jobs: { type: 'string', default: '2' },
    help: { type: 'boolean' },
  },
})
const paths = positionals.map((path) => relative(root, path).replaceAll('\\', '/'))
const missing = paths.find((path) => path.startsWith('..') || !existsSync(join(root, path)))

if (values.help || paths.length === 0) console.log(usage)
else if (missing !== undefined) {
  console.error(`There is no "${missing}" in this project.`)
  process.exitCode = 1
} else if (!installFolder(join(root, 'mutation'), 'Installing Stryker for npm run mutate (once; 60 MB on disk) ...')) {
  process.exitCode = 1
} else {
  process.exitCode = await mutate()
}

/** Tries the mutants of all paths in one run, prints the survivors and updates the report; returns the exit code. */
async function mutate() {
  const name = createHash('sha256').update(paths.join()).digest('hex').slice(0, 12)
  const result = join(cache, `${name}.json`)
  const config = join(cache, `${name}.config.json`)
  mkdirSync(join(root, cache), { recursive: true })
  // A run that was killed leaves its copy of the project behind.
  rmSync(join(root, cache, `${name}.tmp`), { recursive: true, force: true })
  writeFileSync(join(root, config), JSON.stringify(configOf(name, result), null, 2))
  const program = join('mutation', 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  const code = await runThrough(findNode(), [program, 'run', config])
  if (code !== 0) return code
  const { files } = JSON.parse(readFileSync(join(root, result), 'utf8'))
  for (const path of paths) {
    const ofPath = Object.entries(files).filter(([file]) => file === path || file.startsWith(`${path}/`))
    note(path, Object.fromEntries(ofPath))
  }
  return 0
}

function note(path, files) {
  const text = readFileSync(report, 'utf8')
  const found = resultOf({ files }, equivalentsIn(text))
  for (const mutant of [...found.survivors, ...found.late]) console.log(`${place(mutant)} ${mutant.status}`)
  for (const { key } of found.outdated) console.log(`${key} is listed as equivalent and is not among the survivors`)
  writeFileSync(report, withRow(text, path, found))
  console.log(`${path}: ${found.score} % (docs/mutation.md)`)
}

function configOf(name, result) {
  const isFolder = (path) => statSync(join(root, path)).isDirectory()
  const mutated = paths.map((path) => (isFolder(path) ? `${path}/**/*.@(ts|mjs)` : path))
  return {
    testRunner: 'warm-vitest',
    plugins: [join(root, 'mutation/warm-runner.js')],
    vitest: { configFile: 'mutation/vitest.config.ts', related: false, pool: 'forks' },
    mutate: [...mutated, '!**/*.test.*', '!**/testing/**', '!**/*-child.ts'],
    testFiles: values.tests ?? [...new Set(paths.flatMap(testsOf))],
    // Texts say what went wrong or name columns and kinds: a wrong name fails at once, and comparisons with one are
    // mutated as comparisons.
    mutator: { excludedMutations: ['StringLiteral'] },
    // What runs only while a file is loaded would need the whole program loaded anew for each mutant.
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    concurrency: Number(values.jobs),
    // Most tests take seconds at most; a busy machine may be many times slower, which is no endless loop.
    timeoutMS: 60_000,
    incremental: true,
    incrementalFile: join(cache, `${name}.incremental.json`),
    tempDirName: join(cache, `${name}.tmp`),
    ignorePatterns: ['/.cache', '/data', '/docs/screenshots', '/portability', '/web/dist'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: result },
    allowConsoleColors: false,
  }
}
