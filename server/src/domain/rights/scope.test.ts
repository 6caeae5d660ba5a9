import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('nobody outside this folder makes a scope', async () => {
  const source = join(import.meta.dirname, '../..')
  const all = await readdir(source, { recursive: true })
  // Tests may make their own scopes.
  const files = all.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const makers: string[] = []
  for (const file of files) {
    const text = await readFile(join(source, file), 'utf8')
    if (/\bissueScopes\b|as (unknown as )?(CaseScope|CompareScope)\b/.test(text)) makers.push(file)
  }
  expect(files.length).toBeGreaterThan(50)
  expect(makers.filter((file) => !file.startsWith(join('domain', 'rights')))).toEqual([])
})
