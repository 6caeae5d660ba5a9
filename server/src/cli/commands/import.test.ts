import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import type { Command } from '../command.ts'
import { runForTest } from '../testing/run-for-test.ts'
import type { CommandRun } from '../testing/run-for-test.ts'
import { importCommand } from './import.ts'
import { query } from './query.ts'

let program: TestDeps
let folder = ''

beforeAll(async () => {
  program = await testDeps()
  folder = await mkdtemp(join(tmpdir(), 'gensvar-import-test-'))
})

afterAll(async () => {
  await program.close()
  await rm(folder, { recursive: true, force: true })
})

function run(command: Command, args: string[]): Promise<CommandRun> {
  return runForTest(command, args, program.deps, folder)
}

const rows = Array.from({ length: 60 }, (_, index) => ({
  id: index,
  region: `r${index % 3}`,
  store: `s${index % 6}`,
  day: `2024-01-${10 + (index % 20)}`,
  // Two answers are outside the scale the others show.
  rating: index === 7 ? 9 : index === 11 ? 0 : 1 + (index % 5),
  recommended: index % 2,
}))

async function writeCsv(name: string): Promise<void> {
  const lines = rows.map((row) => Object.values(row).join(';'))
  await writeFile(join(folder, name), [Object.keys(rows[0] ?? {}).join(';'), ...lines].join('\n'))
}

test('the figures of an import are those of its file', async () => {
  await writeCsv('visits.csv')
  const done = await run(importCommand, ['visits.csv', '--universe', 'u', '--survey', 'visits', '--key', 'id'])
  expect(done).toMatchObject({ exitCode: 0 })
  expect(done.printed).toContain('Hierarchy: region > store (detected).')
  expect(done.printed).toContain('60 rows: 60 added, 0 updated, 0 unchanged.')
  expect(done.printed).toContain(
    '1 of 60 answers is above 5 (9): counted\n' +
      '    Leave them out: npm run -s gensvar -- decide --universe u --survey visits above:rating blank\n',
  )
  expect(done.noted).toContain('Storing the rows: 100 %')
  const indicators = 'mean(rating),sum(rating),nps(rating),share(recommended,1),mean(recommended),count()'
  const asked = await run(query, [
    '--survey',
    'visits',
    '--by',
    'region',
    '--indicators',
    indicators,
    '--format',
    'json',
  ])
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const expected = ['r0', 'r1', 'r2'].map((region) => {
    const own = rows.filter((row) => row.region === region)
    const ratings = own.map((row) => row.rating)
    const share = mean(own.map((row) => row.recommended))
    return {
      region,
      'mean(rating)': mean(ratings),
      'sum(rating)': ratings.reduce((sum, rating) => sum + rating, 0),
      'nps(rating)': mean(ratings.map((rating) => (rating >= 5 ? 100 : rating <= 3 ? -100 : 0))),
      'share(recommended,1)': share * 100,
      'mean(recommended)': share,
      'count()': own.length,
    }
  })
  expect(JSON.parse(asked.printed)).toEqual(expected)
})

test('a dry run prints the report and the configuration and stores nothing', async () => {
  await writeCsv('dry.csv')
  const { exitCode, printed } = await run(importCommand, [
    'dry.csv',
    '--universe',
    'dry',
    '--survey',
    'dry',
    '--dry-run',
  ])
  expect(exitCode).toBe(0)
  expect(printed).toMatch(/rating +rating +scale 1-5 +0 to 9 +0 +7 +main rating/)
  expect(printed).toContain('Give --key id')
  expect(printed).toContain("Leave them out: --decide 'below:rating=blank'\n")
  expect(printed).toContain('pages:')
  expect(printed).toContain('Nothing was changed. 60 rows can be imported.')
  expect(await program.deps.db.selectFrom('universe').where('name', '=', 'dry').selectAll().execute()).toEqual([])
})

test('what an export leaves open is named by its flag and decided with it', async () => {
  const names = ['StartDate', 'EndDate', 'Status', 'Finished', 'ResponseId', 'Q1']
  const answers = Array.from({ length: 12 }, (_, index) =>
    ['2024-01-02', '2024-01-02', index === 1 ? 'Survey Preview' : 'IP Address', index === 2 ? 'False' : 'True']
      .concat(`R_${index % 11}`, String(1 + (index % 5)))
      .join(','),
  )
  await writeFile(join(folder, 'export.csv'), [names.join(','), ...answers].join('\n'))
  const args = ['export.csv', '--universe', 'u', '--survey', 'export']
  const twice = await run(importCommand, args)
  expect(twice).toMatchObject({ exitCode: 2 })
  expect(twice.noted).toContain('Rows 2 and 13 have the same id "R_0" in column "ResponseId".')
  expect(twice.noted).toContain('Give --repeated first|last|all: ')
  const done = await run(importCommand, [...args, '--repeated', 'last', '--match', 'Q1=new'])
  expect(done).toMatchObject({ exitCode: 0 })
  expect(done.printed.split('\n')[0]).toBe('Export of Qualtrics: 1 header row.')
  expect(done.printed).toContain('"Status": 1. They are left out. Count them with --include.')
  expect(done.printed).toContain('10 rows: 10 added, 0 updated, 0 unchanged, 1 of them not finished.')
  const all = ['export.csv', '--universe', 'u', '--survey', 'all', '--include', 'unfinished,preview']
  const counted = await run(importCommand, [...all, '--repeated', 'all', '--header-rows', '1'])
  expect(counted.printed).toContain('12 rows: 12 added, 0 updated, 0 unchanged.')
})

test.each([
  [['visits.csv', '--universe', 'u', '--survey', 's', '--repeated', 'never'], 2, '--repeated must be first or last'],
  [['visits.csv', '--universe', 'u', '--survey', 's', '--include', 'drafts'], 2, '--include must be unfinished or'],
  [['visits.csv', '--universe', 'u', '--survey', 's', '--header-rows', '0'], 2, '--header-rows must be a number'],
  [['visits.csv', '--universe', 'u', '--survey', 's', '--match', 'score'], 2, '--match needs COLUMN=QUESTION'],
  [['visits.csv', '--survey', 's'], 2, '--universe is missing'],
  [['visits.csv', '--universe', 'u'], 2, '--survey is missing'],
  [['--universe', 'u', '--survey', 's'], 2, 'FILE is missing'],
  [['none.csv', '--universe', 'u', '--survey', 's'], 1, 'There is no file'],
  [['visits.csv', '--universe', 'u', '--survey', 's', '--config', 'none.yaml'], 1, 'There is no file'],
  [['visits.csv', '--universe', 'u', '--survey', 's', '--date-format', 'x'], 2, 'is not a date format'],
])('%j ends with %i and words', async (args, code, words) => {
  await writeCsv('visits.csv')
  const result = await run(importCommand, args)
  expect(result).toMatchObject({ exitCode: code, noted: expect.stringContaining(words) })
})

test('an import ends with where to look at the survey, where a server runs', async () => {
  await writeCsv('looked.csv')
  const args = ['looked.csv', '--universe', 'u', '--survey', 'alone']
  const alone = await run(importCommand, args)
  expect(alone.exitCode).toBe(0)
  expect(alone.printed).not.toContain('Look at it')
  const again = [...args, '--survey', 'looked']
  const served = await runForTest(importCommand, again, program.deps, folder, 'http://127.0.0.1:81')
  expect(served.printed).toMatch(/\nLook at it: http:\/\/127.0.0.1:81\/\?change=universe&universe=u&survey=looked\n$/)
  const config = { ...program.deps.config, publicUrl: 'https://survey.example.org' }
  const known = await runForTest(importCommand, [...args, '--survey', 'known'], { ...program.deps, config }, folder)
  expect(known.printed).toContain('Look at it: https://survey.example.org/?')
})

test('a file with too many columns ends with 2, like other files that cannot be imported', async () => {
  const columns = Array.from({ length: 3001 }, (_, index) => `c${index}`)
  await writeFile(join(folder, 'wide.csv'), `${columns.join(',')}\n${columns.join(',')}\n`)
  const result = await run(importCommand, ['wide.csv', '--universe', 'u', '--survey', 'wide'])
  expect(result).toMatchObject({ exitCode: 2, noted: expect.stringContaining('The table has 3,001 columns') })
})

test('a second import without a key ends with 1 and says what to give', async () => {
  await writeCsv('twice.csv')
  const args = ['twice.csv', '--universe', 'u', '--survey', 'twice']
  expect(await run(importCommand, args)).toMatchObject({ exitCode: 0 })
  expect(await run(importCommand, args)).toMatchObject({
    exitCode: 1,
    noted: expect.stringContaining('Give --key COLUMN'),
  })
})

test('what can be set is named by its flag, in notes and in refusals', async () => {
  await writeFile(join(folder, 'bare.csv'), 'id,score\n1,2\n2,3\n3,4\n')
  const bare = await run(importCommand, ['bare.csv', '--universe', 'u', '--survey', 'bare', '--dry-run'])
  expect(bare.printed).toContain('Name the levels with --hierarchy.')
  await writeFile(join(folder, 'dates.csv'), 'id,day\n1,03/04/2024\n2,05/06/2024\n')
  const args = ['dates.csv', '--universe', 'u', '--survey', 'dates']
  const unclear = await run(importCommand, args)
  expect(unclear.noted).toContain('Choose the date format dd/mm/yyyy or mm/dd/yyyy.\n  Give --date-format F: how dates')
  const wrong = await run(importCommand, [...args, '--hierarchy', 'dya'])
  expect(wrong.noted).toContain('has no column "dya". Did you mean "day"? Its columns: id, day.\n  --hierarchy A,B,C: ')
})
