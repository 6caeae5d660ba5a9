import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import { afterEach, describe, expect, test } from 'vitest'
import boundaries from '../.dependency-cruiser.mjs'
import { root } from './find-node.mjs'

const line = (specifier) => `import { x } from '${specifier}'\n`
const typeLine = (specifier) => `import type { X } from '${specifier}'\n`

/** The files the examples import. */
const imported = [
  'contract/src/b.ts',
  'contract/src/errors.ts',
  'server/src/app.ts',
  'server/src/platform/b.ts',
  'server/src/platform/http.ts',
  'server/src/platform/sql.ts',
  'server/src/domain/audit.ts',
  'server/src/domain/rights/scope.ts',
  'server/src/features/a/load/rows.ts',
  'server/src/features/a/routes.ts',
  'server/src/features/b/service.ts',
  'server/src/features/b/store.ts',
  'web/src/api.ts',
  'web/src/features/b/list.tsx',
  'web/src/features/session/session.ts',
  'web/src/widgets/registry.ts',
]
const packages = ['kysely', 'pg', 'zod']

describe('the boundaries', () => {
  test.each([
    ['contract/src/a.ts', line('zod') + line('./b.ts')],
    ['server/src/platform/a.ts', line('@gensvar/contract/errors') + line('./b.ts') + line('kysely')],
    ['server/src/features/a/routes.ts', line('#server/features/b/service.ts') + line('../../platform/http.ts')],
    ['server/src/features/a/store.ts', line('kysely') + line('../../platform/sql.ts')],
    ['server/src/features/a/service.ts', typeLine('kysely')],
    ['server/src/features/a/a.test.ts', line('#server/app.ts')],
    ['server/src/app.ts', line('./features/a/routes.ts')],
    ['web/src/routes/a.tsx', line('#web/features/b/list.tsx')],
    ['web/src/features/a/list.tsx', line('../session/session.ts')],
  ])('have nothing to say on %s', async (path, text) => {
    expect(await brokenRules({ [path]: text })).toEqual([])
  })

  test.each([
    ['contract/src/a.ts', line('node:fs'), 'contract alone'],
    ['contract/src/a.ts', line('kysely'), 'contract alone'],
    ['contract/src/a.ts', line('../../server/src/app.ts'), 'contract alone'],
    ['server/src/app.ts', line('../../web/src/api.ts'), 'server and web'],
    ['web/src/api.ts', line('../../server/src/app.ts'), 'web and server'],
    ['server/src/platform/a.ts', line('#server/features/b/service.ts'), 'layer server/src/platform'],
    ['server/src/platform/a.ts', line('../domain/audit.ts'), 'layer server/src/platform'],
    ['server/src/platform/a.ts', line('../app.ts'), 'layer server/src/platform'],
    ['server/src/domain/a.ts', line('../features/b/service.ts'), 'layer server/src/domain'],
    ['server/src/widgets/menu-block/query.ts', line('../../features/b/service.ts'), 'layer server/src/widgets'],
    ['server/src/features/a/service.ts', line('../../app.ts'), 'layer server/src/features'],
    ['server/src/features/a/routes.ts', line('../b/store.ts'), 'service only'],
    ['server/src/features/a/routes.ts', `export const x = () => import('../b/store.ts')\n`, 'service only'],
    ['server/src/features/a/routes.ts', typeLine('../b/store.ts'), 'service only'],
    ['server/src/features/a/service.ts', line('kysely'), 'store and query files'],
    ['server/src/features/a/service.ts', typeLine('kysely') + line('kysely'), 'store and query files'],
    ['server/src/features/a/service.ts', line('kysely') + typeLine('kysely'), 'store and query files'],
    ['server/src/features/a/service.ts', `import { x, type X } from 'pg'\n`, 'store and query files'],
    ['server/src/features/a/service.ts', `export { x } from 'pg'\n`, 'store and query files'],
    ['server/src/features/a/service.ts', line('#server/platform/sql.ts'), 'store and query files'],
    ['web/src/ui/a.tsx', line('#web/features/b/list.tsx'), 'layer web/src/ui'],
    ['web/src/features/a/list.tsx', `import {\n  x,\n  y,\n} from '../b/list.tsx'\n`, 'service only'],
    ['server/src/platform/utils.ts', '', 'plain names'],
    ['server/src/platform/a.ts', line('./nowhere.ts'), 'resolvable'],
    ['server/src/platform/a.ts', line('./a.ts'), 'no circle'],
  ])('hold in %s: %s', async (path, text, rule) => {
    expect(await brokenRules({ [path]: text })).toEqual([rule])
  })

  test.each([
    ['server/src/features/a/routes.ts', line('#server/features/a/load/rows.ts'), 'near by ./'],
    ['server/src/domain/audit.ts', line('#server/domain/rights/scope.ts'), 'near by ./'],
    ['server/src/features/a/load/rows.ts', line('../../../platform/http.ts'), 'far by #'],
    ['server/src/features/a/routes.ts', line('../b/service.ts'), 'far by #'],
    ['server/src/domain/rights/scope.ts', typeLine('../audit.ts'), 'far by #'],
    ['web/src/widgets/tile/tile.tsx', line('../registry.ts'), 'far by #'],
  ])('hold in %s, how an import is written: %s', async (path, text, rule) => {
    expect(await brokenRules({ [path]: text }, isStyle)).toEqual([rule])
  })

  test.each([
    ['server/src/app.ts', line('./features/b/service.ts')],
    ['server/src/domain/audit.ts', line('./rights/scope.ts')],
    ['server/src/features/a/load/rows.ts', line('../routes.ts') + line('#server/platform/http.ts')],
    ['web/src/widgets/tile/tile.tsx', line('#web/widgets/registry.ts')],
  ])('have nothing to say on how imports are written in %s', async (path, text) => {
    expect(await brokenRules({ [path]: text }, isStyle)).toEqual([])
  })

  test.each([
    ['types', typeLine('./b.ts'), typeLine('./a.ts')],
    ['a type that is exported again', `export type { X } from './b.ts'\n`, typeLine('./a.ts')],
    ['a type named where it is used', `export const x = (it: import('./b.ts').X) => it\n`, line('./a.ts')],
    ['a value and what is loaded on demand', line('./b.ts'), `export const x = () => import('./a.ts')\n`],
  ])('forbid a circle of %s', async (_, a, b) => {
    const files = { 'server/src/platform/a.ts': a, 'server/src/platform/b.ts': b }
    expect(await brokenRules(files)).toEqual(['no circle'])
  })
})

const importsOf = (side) => JSON.parse(readFileSync(join(root, side, 'package.json'), 'utf8')).imports

const folders = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Rules on how an import is written rather than where it may lead. */
const isStyle = (name) => name === 'near by ./' || name === 'far by #'

/** The names of the rules that a project of these files breaks. */
async function brokenRules(files, isAskedFor = (name) => !isStyle(name)) {
  const folder = mkdtempSync(join(tmpdir(), 'gensvar-boundaries-'))
  folders.push(folder)
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const manifest = (name, fields) => JSON.stringify({ name, type: 'module', ...fields })
  write('package.json', manifest('example', {}))
  write('server/package.json', manifest('@gensvar/server', { imports: importsOf('server') }))
  write('web/package.json', manifest('@gensvar/web', { imports: importsOf('web') }))
  for (const name of packages) {
    write(`node_modules/${name}/package.json`, manifest(name, { exports: './index.js' }))
    write(`node_modules/${name}/index.js`, '')
  }
  write(
    'node_modules/@gensvar/contract/package.json',
    manifest('@gensvar/contract', { exports: { './*': './src/*.ts' } }),
  )
  write('node_modules/@gensvar/contract/src/errors.ts', '')
  for (const path of imported) write(path, '')
  for (const [path, text] of Object.entries(files)) write(path, text)
  const { options } = boundaries
  const ruleSet = { forbidden: boundaries.forbidden.map((rule) => ({ ...rule, severity: 'error' })) }
  const { output } = await cruise(['contract', 'server', 'web'], {
    ...options,
    baseDir: folder,
    ruleSet,
    validate: true,
  })
  return [...new Set(output.summary.violations.map((violation) => violation.rule.name))].filter(isAskedFor)
}
