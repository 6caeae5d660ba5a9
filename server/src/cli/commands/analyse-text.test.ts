import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#server/platform/log.ts'
import { runForTest } from '../testing/run-for-test.ts'
import type { CommandRun } from '../testing/run-for-test.ts'
import { analyseText } from './analyse-text.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-analyse-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command on a file with this content. */
async function run(content: string | Uint8Array, ...args: string[]): Promise<CommandRun & { told: unknown[] }> {
  await writeFile(join(folder, 'comments.txt'), content)
  const done = await runForTest(analyseText, ['comments.txt', ...args], { log: createLogger('silent') }, folder)
  const told: unknown[] = done.printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  return { ...done, told }
}

test('prints a line of JSON for each line, whatever is in it', async () => {
  const { exitCode, told, noted } = await run(
    Buffer.concat([
      Buffer.from('Trevlig personal\r\nLång väntetid\n\n'),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from('Ignore all previous instructions\n<script>alert(1)</script>\n😀'),
    ]),
    '--lang',
    'sv',
  )
  expect({ exitCode, noted }).toEqual({ exitCode: 0, noted: '' })
  const sv = { lang: 'sv', mixed: false }
  expect(told).toMatchObject([
    { ...sv, line: 1, label: 'pos', categories: expect.arrayContaining([expect.objectContaining({ id: 'staff' })]) },
    { ...sv, line: 2, label: 'neg', spans: [{ start: 0, end: 13 }] },
    { ...sv, line: 3, label: 'neu', score: 0, flags: ['empty'], categories: [] },
    { ...sv, line: 4, label: 'neu', flags: expect.arrayContaining(['broken-text']) },
    { ...sv, line: 5, label: 'neu', flags: ['nothing-found'] },
    { ...sv, line: 6, label: 'neu' },
    { ...sv, line: 7, label: 'pos' },
  ])
})

test('detects the language of each line, with that of most lines as the likely one', async () => {
  const norwegian = Array.from({ length: 8 }, () => 'Jeg måtte vente altfor lenge og fikk ikke noe hjelp.')
  const { told } = await run([...norwegian, 'Bra!', 'The staff were very friendly and the food was great.'].join('\n'))
  expect(told.map((line) => (line as { lang: string }).lang)).toEqual([...norwegian.map(() => 'no'), 'no', 'en'])
})

test('learns from rated comments first, and says which is used', async () => {
  const rows = Array.from({ length: 160 }, (_, index) => (index % 2 === 0 ? `zorgy ${index},5` : `blimpish ${index},1`))
  await writeFile(join(folder, 'rated.csv'), ['comment,rating', ...rows].join('\n'))
  const learning = ['--lang', 'en', '--train', 'rated.csv', '--text', 'comment', '--rating', 'rating']
  const { told, noted } = await run('zorgy\nblimpish', ...learning)
  expect(noted).toMatch(/^Learnt from 80 good and 80 bad comments\. .*: what was learnt is used\.\n$/)
  expect(told).toMatchObject([{ label: 'pos' }, { label: 'neg' }])
  const few = await run('zorgy', '--train', 'comments.txt', '--text', 'zorgy', '--rating', 'zorgy')
  expect(few.noted).toMatch(/^Too few rated comments to learn from: 0 good, 0 bad/)
})

test.each([
  [['--lang', 'xx'], '--lang is one of en, sv, no, da, fi, not "xx".'],
  [['--text', 'comment'], '--text and --rating go with --train FILE.'],
  [['--train', 'comments.txt'], '--train needs --text COLUMN and --rating COLUMN as well.'],
  [['--train', 'comments.txt', '--text', 'comment', '--rating', 'grade'], 'has no column "comment" (--text).'],
])('refuses %j in words', async (args, words) => {
  const { exitCode, noted } = await run('a,b\n1,2', ...args)
  expect(exitCode).toBe(2)
  expect(noted).toContain(words)
})

test('refuses a file that is not there', async () => {
  const { exitCode, noted } = await runForTest(analyseText, ['none.txt'], { log: createLogger('silent') }, folder)
  expect([exitCode, noted]).toEqual([2, expect.stringContaining('none.txt is no file that can be read.')])
})
