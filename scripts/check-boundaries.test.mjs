import { describe, expect, test } from 'vitest'
import { problemsOf } from './check-boundaries.mjs'

const line = (specifier) => `import { x } from '${specifier}'\n`

describe('problemsOf', () => {
  test.each([
    ['contract/src/a.ts', line('zod') + line('./b.ts')],
    ['server/src/platform/a.ts', line('@gensvar/contract/errors') + line('./b.ts') + line('kysely')],
    ['server/src/features/a/routes.ts', line('#server/features/b/service') + line('../../platform/http.ts')],
    ['server/src/features/a/store.ts', line('kysely') + line('../../platform/sql.ts')],
    ['server/src/features/a/service.ts', `import type { Kysely } from 'kysely'\n`],
    ['server/src/features/a/a.test.ts', line('#server/app')],
    ['server/src/app.ts', line('./features/a/routes.ts')],
    ['web/src/routes/a.tsx', line('#web/features/b/list.tsx')],
    ['web/src/features/a/list.tsx', line('../session/session.ts')],
  ])('has nothing to say on %s', (path, text) => {
    expect(problemsOf(path, text)).toEqual([])
  })

  test.each([
    ['contract/src/a.ts', line('node:fs'), 'must not import node:fs'],
    ['contract/src/a.ts', line('../../server/src/app.ts'), 'must not import server/src/app.ts'],
    ['server/src/app.ts', line('../../web/src/api.ts'), 'must not import web/src/api.ts'],
    ['web/src/api.ts', line('../../server/src/app.ts'), 'must not import server/src/app.ts'],
    ['server/src/platform/a.ts', line('#server/features/b/service'), 'server/src/platform must not'],
    ['server/src/platform/a.ts', line('../app.ts'), 'must not import server/src/app.ts'],
    ['server/src/widgets/menu-block/query.ts', line('../../features/b/service.ts'), 'server/src/widgets must not'],
    ['server/src/features/a/routes.ts', line('../b/store.ts'), 'service only, not server/src/features/b/store.ts'],
    ['server/src/features/a/routes.ts', `const x = await import('../b/store.ts')\n`, 'service only'],
    ['server/src/features/a/service.ts', line('kysely'), 'only store and query files'],
    ['server/src/features/a/service.ts', line('#server/platform/sql'), 'only store and query files'],
    ['web/src/ui/a.tsx', line('#web/features/b/list.tsx'), 'web/src/ui must not'],
    ['web/src/features/a/list.tsx', `import {\n  x,\n  y,\n} from '../b/list.tsx'\n`, 'service only'],
    ['server/src/platform/utils.ts', '', 'its name says nothing'],
  ])('objects to %s: %s', (path, text, words) => {
    expect(problemsOf(path, text)).toEqual([expect.stringContaining(words)])
  })
})
