import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { loaderOf } from '../commands.ts'
import { runForTest } from '../testing/run-for-test.ts'
import type { CommandRun } from '../testing/run-for-test.ts'

let program: TestDeps
let folder = ''

beforeAll(async () => {
  program = await testDeps()
  folder = await mkdtemp(join(tmpdir(), 'gensvar-decide-test-'))
})

afterAll(async () => {
  await program.close()
  await rm(folder, { recursive: true, force: true })
})

async function run(line: string): Promise<CommandRun> {
  const [name = '', ...args] = line.split(' ')
  const command = await loaderOf(name)?.()
  if (!command) throw new Error(`there is no command ${name}`)
  return runForTest(command, args, program.deps, folder)
}

const people = ['Anna Berg', 'Bo Dahl', 'Cecilia Ek', 'David Friis', 'Eva Gran', 'Finn Holm']

/** A file with a doubt of each kind. */
async function writeDoubtful(name: string): Promise<void> {
  const rows = Array.from({ length: 240 }, (_, index) =>
    [
      index,
      `r${index % 3}`,
      `s${index % 6}`,
      index === 7 ? '1970-01-01' : `2015-0${1 + (index % 9)}-11`,
      index % 24 === 5 ? 0 : index % 80 === 9 ? 9 : 1 + (index % 5),
      people[index % 6],
      1 + (index % 4),
    ].join(','),
  )
  await writeFile(join(folder, name), ['id,region,store,visited,rating,author,industry', ...rows].join('\n'))
}

async function meanOf(survey: string): Promise<number> {
  const asked = await run(`query --survey ${survey} --indicators mean(rating) --format json`)
  return JSON.parse(asked.printed)[0]['mean(rating)']
}

test('every command that an import suggests works on its survey, and the figures follow', async () => {
  await writeDoubtful('visits.csv')
  const done = await run('import visits.csv --universe u --survey visits --key id')
  expect(done).toMatchObject({ exitCode: 0 })
  const suggested = [...done.printed.matchAll(/npm run -s gensvar -- (decide .+)/g)].map((match) => match[1] ?? '')
  expect(suggested.map((line) => line.split(' ').slice(-2).join(' '))).toEqual([
    'dates:visited left-out',
    'above:rating blank',
    'below:rating blank',
    'personal:author hidden',
    'codes:industry choices',
  ])
  const before = await meanOf('visits')
  for (const line of suggested)
    expect(await run(line)).toMatchObject({ exitCode: 0, noted: 'The figures follow it.\n' })
  expect(await meanOf('visits')).not.toBe(before)
  const list = await run('decide --universe u --survey visits')
  expect(list.printed.match(/decided on the command line, 20/g)).toHaveLength(suggested.length)
  expect(list.printed).toContain('* blank    Leave them out: mean 2.97 of 226 answers')
})

test('a dry run suggests what its import takes, and the survey is then decided', async () => {
  await writeDoubtful('tried.csv')
  const at = '--universe u --survey tried --key id'
  const tried = await run(`import tried.csv ${at} --dry-run`)
  const flags = [...tried.printed.matchAll(/--decide '(.+)'/g)].map((match) => `--decide ${match[1] ?? ''}`)
  expect(flags).toHaveLength(5)
  const done = await run(`import tried.csv ${at} ${flags.join(' ')}`)
  expect(done).toMatchObject({ exitCode: 0 })
  expect(done.printed).not.toContain('-- decide ')
  expect((await run('decide --survey tried')).printed).not.toContain('(open)')
  expect((await run('decide --survey tried')).printed).toContain('(decided by an import, 20')
})

/** A file with zeros in three ratings, of which the first has few. */
async function writeZeros(name: string): Promise<void> {
  const rows = Array.from({ length: 120 }, (_, index) =>
    [index, `s${index % 4}`, ...[40, 12, 10].map((each) => (index % each === 5 ? 0 : 1 + ((index * 3) % 5)))].join(','),
  )
  await writeFile(join(folder, name), ['id,store,overall_rating,price_rating,staff_rating', ...rows].join('\n'))
}

test('doubts of one kind are suggested and decided together, and the figures follow', async () => {
  await writeZeros('zeros.csv')
  const ids = ['below:overall_rating', 'below:price_rating', 'below:staff_rating']
  const done = await run('import zeros.csv --universe u --survey zeros --key id')
  const suggested = [...done.printed.matchAll(/npm run -s gensvar -- (decide .+)/g)].map((match) => match[1] ?? '')
  expect(suggested).toEqual(['decide --universe u --survey zeros', 'decide --universe u --survey zeros below blank'])
  expect(done.printed).toContain('3 of the kind "below" to decide')
  const list = (await run(suggested[0] ?? '')).printed
  expect(list).toContain('All 3 of the kind "below" alike:\n  Count them: ')
  await run(`decide --survey zeros ${ids[1]} counted`)

  const decided = await run(suggested[1] ?? '')
  expect(decided).toMatchObject({ exitCode: 0, noted: 'The figures follow it.\n' })
  expect(decided.printed).toBe(`Decided as blank: 3
  ${ids[0]}  Overall rating: mean 2.98 of 120 answers, now mean 3.05 of 117 answers
  ${ids[2]}  Staff rating: mean 2.90 of 120 answers, now mean 3.22 of 108 answers
  ${ids[1]}  Price rating: mean 2.75 of 120 answers, now mean 3.00 of 110 answers (was counted, decided on the command line)
`)
  const asked = await run('query --survey zeros --indicators mean(overall_rating),mean(price_rating) --format json')
  const [row] = JSON.parse(asked.printed)
  expect(row['mean(overall_rating)'].toFixed(2)).toBe('3.05')
  expect(row['mean(price_rating)'].toFixed(2)).toBe('3.00')
  expect(await run(suggested[1] ?? '')).toMatchObject({
    exitCode: 0,
    noted: 'Nothing to change: below is decided as blank, or locked.\n',
  })
  expect((await run('decide --survey zeros below')).printed.match(/decided on the command line/g)).toHaveLength(3)
  expect(await run('decide --survey zeros below away')).toMatchObject({ exitCode: 2 })
  await run(`decide --survey zeros ${ids[0]} counted`)
  expect((await run('decide --survey zeros below blank')).printed).toMatch(
    /^Decided as blank: 1\n.*\n2 more are decided so already, or locked\.\n$/,
  )

  const tried = await run('import zeros.csv --universe u --survey tried-zeros --key id --dry-run')
  expect(tried.printed.match(/--decide '(.+)'/g)).toEqual([
    "--decide 'below:overall_rating=CHOICE'",
    "--decide 'below=blank'",
  ])
  await run('import zeros.csv --universe u --survey tried-zeros --key id --decide below=blank')
  expect((await run('decide --survey tried-zeros')).printed).not.toContain('(open)')
})

test('a message names the first of many doubts', async () => {
  const columns = Array.from({ length: 25 }, (_, index) => `q${index}_rating`)
  const rows = Array.from({ length: 40 }, (_, index) =>
    [index, `s${index % 4}`, ...columns.map((_, place) => (index % 20 === place % 20 ? 0 : 1 + (index % 5)))].join(','),
  )
  await writeFile(join(folder, 'many.csv'), [`id,store,${columns.join(',')}`, ...rows].join('\n'))
  const at = 'import many.csv --universe u --survey many --key id'
  expect((await run(`${at} --decide below:no=blank`)).noted).toMatch(/"below:q19_rating" and 5 more\./)
  await run(at)
  expect((await run('decide --survey many below:no blank')).noted).toMatch(
    /To decide: below, below:q0_rating, .*below:q18_rating and 6 more\.\n/,
  )
})

test.each([
  ['decide --survey asked nothing:here blank', 2, '"nothing:here" is not doubted. To decide: '],
  [
    'decide --survey asked below:rating away',
    2,
    '"away" is no choice for below:rating. Choose one of "counted", "blank".',
  ],
  ['decide --survey gone', 1, 'There is no survey "gone".'],
  [
    'import asked.csv --universe u --survey asked --key id --decide below:id=blank',
    2,
    '"below:id" is not doubted here.',
  ],
  ['import asked.csv --universe u --survey asked --key id --decide below', 2, 'write it like below:staff=blank'],
  ['survey:delete --survey asked', 2, 'Give --confirm asked'],
  ['survey:delete --survey asked --confirm other', 2, '"other" is not its name'],
  ['configuration show --survey gone', 1, 'There is no survey "gone".'],
  ['configuration turn --survey asked', 2, 'Say show, set or reset, not "turn".'],
  ['configuration set --survey asked', 2, 'FILE is missing.'],
  ['configuration set broken.yaml --survey asked', 2, 'broken.yaml, line 2, column 20'],
])('%s ends with %i and words', async (line, code, words) => {
  await writeDoubtful('asked.csv')
  await writeFile(join(folder, 'broken.yaml'), 'indicators:\n  a: { expression: mean(ratng) }\n')
  await run('import asked.csv --universe u --survey asked --key id')
  expect(await run(line)).toMatchObject({ exitCode: code, noted: expect.stringContaining(words) })
})

test('a configuration is shown, set, and generated again with what was decided', async () => {
  await writeDoubtful('written.csv')
  await run('import written.csv --universe u --survey written --key id')
  const generated = (await run('configuration show --survey written')).printed
  expect(generated).toContain('extName: author')
  await writeFile(join(folder, 'mine.yaml'), 'title: Mine\n')
  expect(await run('configuration set mine.yaml --survey written')).toMatchObject({ exitCode: 0 })
  expect((await run('configuration show --survey written')).printed).toBe('title: Mine\n')
  await run('decide --survey written personal:author hidden')
  expect((await run('configuration show --survey written')).printed).toBe('title: Mine\n')
  expect(await run('configuration reset --survey written')).toMatchObject({ exitCode: 0 })
  const reset = (await run('configuration show --survey written')).printed
  expect(reset).toContain('pages:')
  expect(reset).not.toContain('author')
  await run('decide --survey written personal:author shown')
  expect((await run('configuration show --survey written')).printed).toBe(generated)
})

test('imports are listed and undone', async () => {
  await writeDoubtful('undone.csv')
  const line = (await run('import undone.csv --universe u --survey undone --key id')).printed
  const undo = / -- (import:undo .*)/.exec(line)?.[1] ?? ''
  expect((await run('import:undo --survey undone')).printed).toMatch(
    /^ +\d+ {2}.*undone\.csv {2}240 responses {2}by import\n$/,
  )
  expect(await run('import:undo --survey undone x')).toMatchObject({ exitCode: 2 })
  expect(await run(undo)).toMatchObject({
    exitCode: 0,
    printed:
      'Undone: 240 responses removed, 0 as they were before. The survey "undone" of "u" was made by it and is removed.\n',
  })
  expect(await run('query --survey undone')).toMatchObject({ exitCode: 1 })
})

test('a survey is deleted with everything of it, and its universe stays', async () => {
  await writeDoubtful('old.csv')
  await run('import old.csv --universe u --survey old --key id')
  const { db } = program.deps
  const { id } = await db.selectFrom('survey').where('ext_name', '=', 'old').select('id').executeTakeFirstOrThrow()
  const named = await db.selectFrom('survey_doubt').where('survey_id', '=', id).selectAll().execute()
  expect(named.length).toBeGreaterThan(0)
  const done = await run('survey:delete --survey old --confirm old')
  expect(done).toMatchObject({
    exitCode: 0,
    printed: 'Deleted the survey "old" of "u" with 240 responses.\n',
    noted: '',
  })
  const { rows: tables } = await program.deps.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'survey_id' and table_name not in ('audit', 'change')`,
  )
  for (const { name } of tables) {
    const { rows } = await program.deps.pool.query(`select 1 from "${name}" where survey_id = $1`, [id])
    expect(rows, name).toEqual([])
  }
  const audit = await db
    .selectFrom('audit')
    .where('action', '=', 'survey.delete')
    .where('object', '=', 'old')
    .selectAll()
    .execute()
  expect(audit).toMatchObject([{ survey_id: id, object: 'old', program: 'survey:delete' }])
  expect(await db.selectFrom('universe').where('name', '=', 'u').selectAll().execute()).toHaveLength(1)
  expect(await run('query --survey old')).toMatchObject({ exitCode: 1 })
})
