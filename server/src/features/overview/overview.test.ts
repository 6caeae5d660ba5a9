import type { GlobalOverview } from '@gensvar/contract/entities/global-overview'
import { pickText } from '@gensvar/contract/local-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

const config = `
version: 1
indicators: { satisfaction: { title: Satisfaction, expression: "mean(rating)", decimals: 1 } }
`

const tile = (universe: string) => ({ universe, survey: 'visits', indicator: 'satisfaction' })
const settings = {
  globalOverview: {
    indicatorBlocks: [
      { title: 'Shops', groups: [{ title: 'All', variables: [tile('retail')] }] },
      { title: 'Branches', host: 'bank.example.org', groups: [{ title: 'All', variables: [tile('bank')] }] },
    ],
  },
}

let server: TestApp
const tokens = new Map<string, string>()

beforeAll(async () => {
  server = await testApp()
  const { db } = server.deps
  await db
    .insertInto('setting')
    .values({ key: 'server', value: JSON.stringify(settings) })
    .execute()
  const universes = new Map<string, { universeId: number; roleId: number }>()
  for (const name of ['retail', 'bank', 'imported']) {
    const { id: universeId } = await createUniverse(db, { name })
    const { surveyId } = await createSurvey(db, universeId, { ...smallSurvey, extName: 'visits', config })
    universes.set(name, { universeId, roleId: await createRole(db, universeId, { surveys: { [surveyId]: {} } }) })
  }
  const { id: museum } = await createUniverse(db, { name: 'museum' })
  const share = `indicators: { satisfied: { title: { en: Satisfied }, expression: 'share(rating, "1")' } }`
  const rows = [
    { date: '2015-03-01', answers: { country: 'Sweden', store: 'Stockholm', rating: 5 } },
    { date: '2014-01-01', answers: { country: 'Norway', store: 'Oslo', rating: 1 } },
  ]
  const old = { ...smallSurvey, rows }
  await createSurvey(db, museum, { ...old, extName: 'old', config })
  await createSurvey(db, museum, { ...old, extName: 'undated', config: `version: 1\ndated: false\n${share}\n` })
  await createSurvey(db, museum, { ...smallSurvey, rows: [], extName: 'empty', config })
  const place = (name: string) => universes.get(name) ?? { universeId: 0, roleId: 0 }
  const add = async (username: string, user: Parameters<typeof createUser>[1]) =>
    tokens.set(username, await signIn(server.deps, await createUser(db, { username, ...user }), null))
  await add('clerk', { universes: [place('retail')] })
  await add('both', { universes: [place('retail'), place('bank')] })
  await add('root', { isRoot: true })
})

afterAll(() => server.close())

/** What somebody sees: each block's title with the universes of its tiles. */
async function overviewOf(username: string): Promise<[unknown, string[]][]> {
  const response = await server.app.inject({
    url: `/rest/overview/data/${username}/-`,
    headers: bearer(tokens.get(username) ?? ''),
  })
  const { indicatorBlocks } = response.json<GlobalOverview>()
  return indicatorBlocks.map(({ title, groups }) => [
    title,
    groups.flatMap(({ variables }) => variables.map((variable) => variable.universeName)),
  ])
}

test('names to nobody what is not theirs: blocks without a tile of the caller are left out', async () => {
  expect(await overviewOf('clerk')).toEqual([['Shops', ['retail']]])
  expect(await overviewOf('both')).toEqual([
    ['Shops', ['retail']],
    ['Branches', ['bank']],
  ])
})

test('lists universes that the settings do not name, so that root can enter each of them', async () => {
  expect(await overviewOf('root')).toEqual([
    ['Shops', ['retail']],
    ['Branches', ['bank']],
    [{ en: 'imported' }, ['imported']],
    [{ en: 'museum' }, ['museum', 'museum', 'museum']],
  ])
})

test('a survey without answers in the time span shows its latest year, one without dates all answers', async () => {
  const response = await server.app.inject({
    url: '/rest/overview/data/root/last_1q',
    headers: bearer(tokens.get('root') ?? ''),
  })
  const { indicatorBlocks } = response.json<GlobalOverview>()
  const tiles = indicatorBlocks.flatMap(({ groups }) => groups.flatMap(({ variables }) => variables))
  const told = tiles
    .filter(({ universeName }) => universeName === 'museum')
    .map(({ metaInterviewName, nInterviews, period, definition }) => [
      metaInterviewName,
      nInterviews,
      pickText(period ?? '', 'en'),
      pickText(definition ?? '', 'en'),
    ])
  expect(told.toSorted()).toEqual([
    ['empty', 0, expect.stringMatching(/\d/), 'Satisfaction'],
    ['old', 1, expect.stringContaining('2015'), 'Satisfaction'],
    ['undated', 2, '', 'Satisfied'],
  ])
})
