import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Calls that only `domain/write.ts` and the layers below it may make. */
const byHand =
  /\.transaction\(|\bwithTransaction\b|\bwriteAudit\b|\bappend(Survey)?Change\b|insertInto\('(audit|change)'\)|insert into (audit|change)\b/i
/** Contexts are made by `implement` and the factories of `domain/context.ts`; a type is none. */
const contextByHand = /\brequestId: (?!string\b)|\bsessionId: 0\b/

test('features, widgets and commands write by `write` and make no context by hand', async () => {
  const found: string[] = []
  for (const folder of ['features', 'widgets', 'cli']) {
    const root = join(import.meta.dirname, '..', folder)
    for (const path of await readdir(root, { recursive: true })) {
      if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
      const text = await readFile(join(root, path), 'utf8')
      if (byHand.test(text) || contextByHand.test(text)) found.push(`${folder}/${path}`)
    }
  }
  expect(found).toEqual([])
})
