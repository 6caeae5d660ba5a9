import { afterAll, beforeAll, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { importFile } from '#server/features/imports/service.ts'
import { importProgram } from '#server/features/imports/testing/import-program.ts'
import type { ImportProgram } from '#server/features/imports/testing/import-program.ts'
import { csvOf } from '#server/features/imports/testing/planned-file.ts'
import { testFile } from '#server/features/imports/testing/test-files.ts'
import { getMetadata, previewRename, saveChoice, saveQuestion } from './service.ts'
import { choiceBody, questionBody } from './testing/metadata-board.ts'

let program: ImportProgram
beforeAll(async () => {
  program = await importProgram()
})
afterAll(() => program.close())

const fresh = (): Ctx => ({ ...program.ctx, identity: { ...program.ctx.identity } })

const headers = ['id', 'region', 'visited', 'overall_rating', 'channel']

function rows(count: number): string {
  return csvOf(headers, count, (index) => [
    String(index),
    ['north', 'south'][index % 2] ?? '',
    `2024-01-${10 + (index % 18)}`,
    String(1 + (index % 5)),
    ['web', 'phone', 'store'][index % 3] ?? '',
  ])
}

async function load(count: number): Promise<void> {
  const file = await testFile('data.csv', rows(count))
  const request = { universe: 'u', survey: 'visits', key: 'id', hierarchy: ['region'], file }
  await importFile(programContext(program.deps, 'import'), request)
}

const question = async (variable: string) => {
  const { questions } = await getMetadata(fresh(), 'visits', { text: variable, rowFrom: 0 })
  const found = questions.find((one) => one.variable === variable)
  if (!found) throw new Error(`there is no question ${variable}`)
  return found
}

async function shares(variable: string): Promise<Record<string, number | null>> {
  await program.deps.analytics.feed.catchUp()
  const ctx = fresh()
  const access = await surveyAccess(ctx, 'visits')
  const { rows: counted } = await figures(ctx, access, {
    conditions: [],
    by: { question: variable },
    indicators: [{ key: 'n', expression: 'count()' }],
  })
  return Object.fromEntries(counted.map((row) => [row.key.name, row.values[0]?.value ?? null]))
}

test('a later import of the same file keeps what was edited, and finds what was renamed', async () => {
  await load(60)
  const rating = await question('overall_rating')
  await saveQuestion(fresh(), 'visits', { ...questionBody(rating), title: { en: 'Our rating', sv: 'Vårt betyg' } })
  const channel = await question('channel')
  const { seen } = await previewRename(fresh(), 'visits', { question: channel.id, name: 'contact_way' })
  await saveQuestion(fresh(), 'visits', { ...questionBody(channel), variable: 'contact_way', renameSeen: seen })
  for (const [from, to, variable] of [
    ['web', 'online', 'contact_way'],
    ['north', 'upper', 'region'],
  ] as const) {
    const { id, choices } = await question(variable)
    const choice = choices.find(({ extname }) => extname === from)
    if (!choice) throw new Error(`there is no choice ${from}`)
    const preview = await previewRename(fresh(), 'visits', { question: id, choice: choice.id, name: to })
    const body = { ...choiceBody(choice, id), extname: to, title: { en: 'On the web' }, renameSeen: preview.seen }
    await saveChoice(fresh(), 'visits', body)
  }
  await load(90)
  const access = await surveyAccess(fresh(), 'visits')
  expect([...access.model.questions.keys()]).toEqual(['id', 'region', 'visited', 'overall_rating', 'contact_way'])
  expect((await question('overall_rating')).title).toEqual({ en: 'Our rating', sv: 'Vårt betyg' })
  const now = await question('contact_way')
  expect(now.choices.map(({ extname, title }) => [extname, title])).toEqual([
    ['phone', { en: 'Phone' }],
    ['store', { en: 'Store' }],
    ['online', { en: 'On the web' }],
  ])
  expect(await shares('contact_way')).toEqual({ online: 30, phone: 30, store: 30 })
  expect(await shares('region')).toEqual({ upper: 45, south: 45 })
  const units = await program.deps.db.selectFrom('unit').select('ext_name').orderBy('id').execute()
  expect(units.map(({ ext_name: name }) => name)).toEqual(['upper', 'south'])
  expect((await getMetadata(fresh(), 'visits', { text: '', rowFrom: 0 })).problems).toEqual([])
})
