import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Tables, and the only file that may insert into each. */
const places = {
  universe: 'universe',
  role: 'role',
  role_survey: 'role',
  app_user: 'user',
  user_universe: 'user',
  user_filter: 'user',
  survey: 'survey',
  question_group: 'questions',
  question: 'questions',
  choice: 'questions',
  view: 'units',
  unit: 'units',
  script: 'script',
  script_version: 'script',
} as const

const sources = ['server/src', 'scripts', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|mjs)$/.test(path) && !/\.test\.(ts|mjs)$/.test(path) && !path.includes('node_modules'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') })),
)

describe('each kind of row is inserted in one file', () => {
  test.each(Object.entries(places))('%s', (table, file) => {
    const stored = new RegExp(`insert(?:Into|Rows)\\([^'"]*['"]${table}['"]|insert\\s+into\\s+"?${table}\\b`, 'i')
    const found = sources.filter(({ text }) => stored.test(text)).map(({ path }) => path)
    expect(found).toEqual([`server/src/domain/build/${file}.ts`])
  })
})
