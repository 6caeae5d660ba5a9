import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeSpoolFolder } from './spool-folder.ts'

test('a new folder clears away those of killed imports, and leaves those in use and others alone', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'gensvar-spool-test-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const before = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const name of ['gensvar-import-old', 'gensvar-import-new', 'something-old']) {
    await mkdir(join(parent, name))
    await writeFile(join(parent, name, 'rows.ndjson'), '[1,"a"]')
    if (name.endsWith('old')) await utimes(join(parent, name), before, before)
  }
  const made = await makeSpoolFolder(parent)
  expect(made).toMatch(/gensvar-import-.{6}$/)
  expect((await readdir(parent)).map((name) => join(parent, name)).sort()).toEqual(
    [made, join(parent, 'gensvar-import-new'), join(parent, 'something-old')].sort(),
  )
})
