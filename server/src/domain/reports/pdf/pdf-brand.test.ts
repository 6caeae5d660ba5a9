import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { createUniverse } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { pdfBrand } from './pdf-brand.ts'

let server: TestApp
let folder: string

beforeAll(async () => {
  server = await testApp({ clock: { now: () => new Date('2026-02-10T23:30:00Z') } })
  folder = await mkdtemp(join(tmpdir(), 'logos-'))
  await mkdir(join(folder, 'logos'))
  await writeFile(join(folder, 'logos', 'a b.svg'), '<svg/>')
  await writeFile(join(folder, 'logos', 'square.PNG'), 'png')
  await writeFile(join(folder, 'logos', 'photo.gif'), 'gif')
  await writeFile(join(folder, 'secret.svg'), '<svg>secret</svg>')
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function brandOf(logo: unknown) {
  const { db } = server.deps
  const { id, name } = await createUniverse(db, { title: 'Nordic Retail' })
  await db
    .updateTable('universe')
    .set({ branding: JSON.stringify({ logo }) })
    .where('id', '=', id)
    .execute()
  const universe = { id, name, timeZone: 'Europe/Stockholm', defaultLocale: 'sv' }
  return pdfBrand(programContext(server.deps, 'test', universe) as Ctx, join(folder, 'logos'))
}

test('a brand is the name, the logo of the logo folder, and the day where the universe is', async () => {
  expect(await brandOf('a b.svg')).toEqual({ title: 'Nordic Retail', logo: { svg: '<svg/>' }, date: '11 feb. 2026' })
  expect((await brandOf('square.PNG')).logo).toEqual({ png: Buffer.from('png') })
})

test('nothing else is read as a logo: no address, no file elsewhere, no other kind, none that is missing', async () => {
  const logos = ['https://example.org/a.svg', '/new/logo.svg', '../secret.svg', 'photo.gif', 'none.svg', '', 7, null]
  for (const logo of logos) expect([logo, (await brandOf(logo)).logo]).toEqual([logo, null])
})
