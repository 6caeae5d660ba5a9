// Who may import whom, and what files may be called. Rules that a linter sees only after resolving a path.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './find-node.mjs'

/** For each folder, the places its files must not import from; `/*.ts` means the files right in a folder. */
const layers = [
  { from: 'contract/src', forbid: ['server', 'web'], packages: ['zod'] },
  { from: 'server', forbid: ['web'] },
  { from: 'web', forbid: ['server'] },
  {
    from: 'server/src/platform',
    forbid: ['server/src/domain', 'server/src/widgets', 'server/src/features', 'server/src/cli', 'server/src/*.ts'],
  },
  {
    from: 'server/src/domain',
    forbid: ['server/src/widgets', 'server/src/features', 'server/src/cli', 'server/src/*.ts'],
  },
  { from: 'server/src/widgets', forbid: ['server/src/features', 'server/src/cli', 'server/src/*.ts'] },
  { from: 'server/src/features', forbid: ['server/src/demo', 'server/src/cli', 'server/src/*.ts'] },
  {
    from: 'server/src/demo',
    forbid: ['server/src/widgets', 'server/src/features', 'server/src/cli', 'server/src/*.ts'],
  },
  { from: 'web/src/ui', forbid: ['web/src/widgets', 'web/src/features', 'web/src/routes'] },
  { from: 'web/src/lib', forbid: ['web/src/widgets', 'web/src/features', 'web/src/routes'] },
  { from: 'web/src/widgets', forbid: ['web/src/features', 'web/src/routes'] },
  { from: 'web/src/features', forbid: ['web/src/routes'] },
]

/** Who is signed in concerns every screen: any feature of the web may build on it. */
const foundation = 'web/src/features/session/'

/** Only these files of the server talk to the databases. */
const talksSql =
  /^server\/src\/(platform|domain|widgets|testing)\/|\/(store|query)(\.test)?\.ts$|-(store|query)(\.test)?\.ts$/
const sqlModules = /^(kysely|pg|server\/src\/platform\/sql\.ts)$/

/** Names that say nothing of what is in a file. */
const emptyNames = /^(utils?|helpers?|misc|common|manager|data|info)\.(ts|tsx|mjs)$/

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g
const typeOnly = /(?:^|\n)\s*(?:import|export)\s+type\s[^'"`;]*?from\s*['"]([^'"]+)['"]/g

/** What is wrong with a file, in words; `path` is relative to the project with `/`. */
export function problemsOf(path, text) {
  const found = []
  const isTest = /\.test\.tsx?$/.test(path) || path.startsWith('server/src/testing/')
  if (emptyNames.test(posix.basename(path))) found.push('its name says nothing of what is in it')
  const erased = new Set([...text.matchAll(typeOnly)].map(([, specifier]) => specifier))
  for (const specifier of importsOf(text)) {
    const target = resolveImport(path, specifier)
    for (const { from, forbid, packages } of layers) {
      if (!isUnder(path, from)) continue
      if (!isTest && forbid.some((place) => isUnder(target, place))) found.push(`${from} must not import ${target}`)
      const isPackage = !target.includes('/src/') && !specifier.startsWith('.')
      if (packages && !isTest && isPackage && !packages.includes(target))
        found.push(`${from} must not import ${target}`)
    }
    const feature = featureOf(path)
    const other = featureOf(target)
    // A routes list is composed above the features; a test may set the stage with another feature.
    if (!isTest && feature && other && feature !== other && !isServiceOf(target, other))
      found.push(`a feature imports another's service only, not ${target}`)
    const isSql = sqlModules.test(target) && !erased.has(specifier)
    if (!isTest && isUnder(path, 'server/src/features') && isSql && !talksSql.test(path))
      found.push(`only store and query files talk to a database: it imports ${target}`)
  }
  return found
}

function importsOf(text) {
  return [...text.matchAll(importPattern)].map(([, a, b, c]) => a ?? b ?? c)
}

function resolveImport(path, specifier) {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(path), specifier))
  if (specifier.startsWith('#server/')) return `server/src/${specifier.slice(8)}.ts`
  if (specifier.startsWith('#web/')) return `web/src/${specifier.slice(5)}`
  if (specifier.startsWith('@gensvar/contract/')) return `contract/src/${specifier.slice(18)}.ts`
  return specifier
}

function isUnder(path, place) {
  if (place.endsWith('/*.ts')) return dirname(path) === place.slice(0, -5)
  return path === place || path.startsWith(`${place}/`)
}

function featureOf(path) {
  return /^(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[0] ?? null
}

function isServiceOf(target, feature) {
  // A service that outgrew one file is a folder of verbs.
  return feature === foundation || target === `${feature}service.ts` || target.startsWith(`${feature}service/`)
}

function* filesOf(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && entry.name !== 'dist') yield* filesOf(path)
    } else if (/\.(ts|tsx|mjs)$/.test(entry.name)) yield path
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  let count = 0
  for (const folder of ['contract', 'server', 'web', 'e2e', 'scripts'])
    for (const path of filesOf(folder))
      for (const problem of problemsOf(path, readFileSync(join(root, path), 'utf8'))) {
        console.error(`${path}: ${problem}`)
        count += 1
      }
  if (count > 0) process.exitCode = 1
}
