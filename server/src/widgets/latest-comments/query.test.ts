import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'

const extra = `
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)" }
  loyalty: { title: Loyalty, expression: "nps(rating)" }
interview: { rating: rating }
pages:
  - extname: overview
    selectionInterval: last_3m
    components:
      - { type: latest-comments, config: { id: new, variables: [comment, improve], count: 2 } }
      - { type: latest-comments, config: { id: all, variables: [comment], count: 20, score: loyalty } }
      - { type: latest-comments, config: { id: happy, variables: [comment], count: 20, score: happy } }
`
const sweden = { country: 'Sweden', store: 'Stockholm' }
const norway = { country: 'Norway', store: 'Oslo' }
const rows = [
  { date: '2025-02-01', answers: { ...sweden, rating: 3, comment: 'A year old' } },
  { date: '2026-01-10', answers: { ...sweden, rating: 5, channel: 'web', comment: 'First', improve: 'More bread' } },
  { date: '2026-01-12', answers: { ...sweden, rating: 4, channel: 'till', improve: 'Less noise' } },
  { date: '2026-01-13', answers: { ...sweden, rating: 1, channel: 'till', comment: '<b>Rude</b>\nto me ' } },
  { date: '2026-01-14', answers: { ...sweden, rating: 1 } },
  { date: '2026-01-15', answers: { ...sweden, comment: 'Not sent', rating: 2 }, state: 1 },
  { date: '2026-01-16', answers: { ...norway, rating: 2, happy: 1, comment: 'Kaldt' } },
]
const questions = {
  improve: { type: 'text' as const },
  happy: { type: 'scale' as const, min: 0, max: 1 },
}

let board: Dashboard

beforeAll(async () => {
  board = await openDashboard({ extra, rows, questions })
})

afterAll(() => board.close())

type Asked = NonNullable<Parameters<Dashboard['as']>[0]>

/** Calls a component as a user; returns what it shows at a path. */
async function callAs(user: Asked = {}, at: Pick<Dashboard, 'as' | 'survey'> = board) {
  const call = await at.as(user)
  return async (path: string, component = 'all') => {
    const { status, body } = await call('GET', `/rest/widgets/data/${at.survey}/${component}/${path}`)
    expect(status).toBe(200)
    return body
  }
}

const valuesOf = (body: { comments: { texts: { value: string }[] }[] }) =>
  body.comments.map(({ texts }) => texts.map(({ value }) => value))

test('shows what was written last in completed interviews of the page’s period, newest first', async () => {
  const ask = await callAs()
  const shown = await ask('root', 'new')
  expect(valuesOf(shown)).toEqual([['Kaldt'], ['<b>Rude</b>\nto me']])
  expect(valuesOf(await ask('root'))).toEqual([['Kaldt'], ['<b>Rude</b>\nto me'], ['First']])
  expect(valuesOf(await ask('date=2025'))).toEqual([['A year old']])
  expect(valuesOf(await ask('country=Sweden;channel=web', 'new'))).toEqual([['First', 'More bread']])
  expect(valuesOf(await ask('samplestate=1'))).toEqual([['Not sent']])
  expect(await ask('rating=4')).toEqual({ comments: [], scoreTitle: 'Loyalty', withheld: null })
})

test('says score, face, unit and date, the face by the meaning of the indicator', async () => {
  const ask = await callAs()
  const [rude] = (await ask('country=Sweden', 'new')).comments
  expect(rude).toEqual({
    interviewId: board.responseIds[3],
    eventDate: '2026-01-13',
    unit: 'Stockholm',
    score: 1,
    scoreMax: 5,
    face: 'negative',
    texts: [{ variable: 'comment', label: expect.anything(), value: '<b>Rude</b>\nto me', judgement: null }],
  })
  expect((await ask('root', 'new')).comments[1].unit).toBe('Sweden, Stockholm')
  expect((await ask('country=Sweden;store=Stockholm', 'new')).comments[0].unit).toBe('Stockholm')
  const faceOf = async (path: string, component: string) => (await ask(path, component)).comments[0].face
  // 4 of 5 is in the upper third, and neither promotes nor detracts.
  expect(await faceOf('rating=4', 'new')).toBe('positive')
  expect((await ask('date=2025')).comments[0].face).toBe('negative')
  expect((await ask('date=2025', 'new')).comments[0].face).toBe('neutral')
})

test('shows nobody a comment from outside their places, whatever they ask for', async () => {
  const secret = 'Kaldt'
  for (const filters of [{ country: ['Sweden'] }, { channel: ['till'] }] as Record<string, string[]>[]) {
    const call = await board.as({ filters })
    for (const path of ['root', 'country=Sweden', 'country=Norway', 'comment=kald~', 'store=Oslo', 'view=stores']) {
      const { body } = await call('GET', `/rest/widgets/data/${board.survey}/all/${path}`)
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  }
  expect(valuesOf(await (await callAs({ filters: { channel: ['till'] } }))('root'))).toEqual([['<b>Rude</b>\nto me']])
})

test('omits what the survey’s hidden filters hide, from root too', async () => {
  const hidden = await openDashboard({
    extra: `${extra}\nfilters: { hidden: [{ extName: illegal, value: 'store=_Oslo' }] }`,
    rows,
    questions,
  })
  try {
    const ask = await callAs({ isRoot: true }, hidden)
    expect(valuesOf(await ask('root'))).toEqual([['<b>Rude</b>\nto me'], ['First']])
    expect(valuesOf(await ask('store=Oslo'))).toEqual([])
  } finally {
    await hidden.close()
  }
})

test('shows no comment of an anonymous survey, not even root, and says why', async () => {
  const anonymous = await openDashboard({
    extra: `
anonymity: { filters: [channel] }
indicators: { satisfaction: { title: Satisfaction, expression: "mean(rating)" } }
interview: {}
filters: {}
pages:
  - extname: overview
    components: [{ type: latest-comments, config: { id: all, variables: [comment] } }]
`,
    rows: Array.from({ length: 40 }, () => rows[1]!),
    questions,
  })
  try {
    for (const user of [{}, { isRoot: true }]) {
      const shown = await (await callAs(user, anonymous))('root')
      expect(shown).toMatchObject({
        comments: [],
        withheld: { en: 'This survey is anonymous: comments are not shown.' },
      })
    }
  } finally {
    await anonymous.close()
  }
})

test('a yes has a face, and no score of one out of one', async () => {
  const ask = await callAs()
  const { comments } = await ask('country=Norway', 'happy')
  expect(comments).toMatchObject([{ score: null, face: 'positive' }])
})
