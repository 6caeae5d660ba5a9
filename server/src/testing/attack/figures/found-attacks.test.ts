import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '#server/demo/random.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from '../../factories.ts'
import type { MadeSurvey, TestRow } from '../../survey-data.ts'
import { testApp } from '../../test-app.ts'
import type { TestApp } from '../../test-app.ts'
import { readHiddenText } from './read-letters.ts'

/** How the anonymous surveys of this file are configured. */
const anonymity = 'anonymity: { period: quarter, filters: [gender, age_group] }'

const pages = `
indicators:
  score: { title: Score, expression: "mean(rating)", base: parent }
  answers: { title: Answers, expression: "count()", base: universe }
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [score, answers] } }
      - { type: development-chart, config: { id: trend, variables: [score], periods: [months, quarters] } }
      - { type: delta, config: { id: changes, variables: [score, answers] } }
      - { type: benchmark, config: { id: whole, variables: [score, answers] } }
      - { type: benchmark, config: { id: above, variables: [score, answers], against: parent } }
      - { type: benchmark, config: { id: beside, variables: [score, answers], against: siblings } }
      - { type: indicator-block, config: { id: places, indicator: score, groups: [{ title: All, paths: [country=Sweden, "country=Sweden;store=storeb"] }] } }
  - extname: ranking
    kind: rankings
    components:
      - { type: ranking-table, config: { id: units, columns: [score, answers] } }
`

/** The same with two indicators whose conditions differ by one answer. */
const pagesWithWhere = pages.replace(
  'pages:\n',
  `  low: { title: Low, expression: "mean(rating)", where: "service <= 3" }
  lower: { title: Lower, expression: "mean(rating)", where: "service <= 2" }
pages:
`,
)

const stores = Array.from({ length: 12 }, (_, at) => `store${String.fromCharCode(97 + at)}`)

const questions = {
  country: { type: 'single', choices: ['Sweden'] },
  store: { type: 'single', choices: stores },
  gender: { type: 'single', choices: ['f', 'm'] },
  age_group: { type: 'single', choices: ['young', 'middle', 'old', 'oldest'] },
  rating: { type: 'scale', min: 1, max: 10 },
  service: { type: 'scale', min: 1, max: 10 },
  email: { type: 'text' },
  comment: { type: 'text' },
} as const

const random = new Random('attacks found')

/** Occurs only in a comment and an e-mail address of the second store. */
const secret = Array.from({ length: 7 }, () => random.pick([...'abcdefghijklmnop'])).join('')

/** Ratings of the targets, one person per store. */
const targets = new Map(stores.map((store) => [store, random.int(1, 10)]))

const rows = rowsOf()

let server: TestApp
let named: MadeSurvey
let anonymous: MadeSurvey
let withWhere: MadeSurvey
/** Limited to the first store of the named survey. */
let confined: (url: string) => Promise<{ status: number; text: string }>
/** Sees every store of the anonymous ones. */
let manager: typeof confined

beforeAll(async () => {
  server = await testApp({ clock: { now: () => new Date('2026-08-15T12:00:00Z') } })
  const { db } = server.deps
  const universe = await createUniverse(db)
  const survey = { questions, views: { organisation: ['country', 'store'] }, rows }
  named = await createSurvey(db, universe.id, { ...survey, config: pages })
  anonymous = await createSurvey(db, universe.id, { ...survey, config: `${anonymity}\n${pages}` })
  withWhere = await createSurvey(db, universe.id, { ...survey, config: `${anonymity}\n${pagesWithWhere}` })
  const surveys = Object.fromEntries([named, anonymous, withWhere].map(({ surveyId }) => [surveyId, {}]))
  const roleId = await createRole(db, universe.id, { surveys })
  const userOf = async (filters?: Record<string, string[]>): Promise<typeof confined> => {
    const user = await createUser(db, { universes: [{ universeId: universe.id, roleId, ...(filters && { filters }) }] })
    const headers = bearer(await signIn(server.deps, user))
    return async (url) => {
      const { statusCode, body } = await server.app.inject({ method: 'GET', url, headers })
      return { status: statusCode, text: body }
    }
  }
  manager = await userOf()
  confined = await userOf({ store: [stores[0] ?? ''] })
})

afterAll(() => server.close())

/**
 * Per store and month of January to June 2026 some ten people, and one target: the only one in March, the only one of
 * the age group `middle`, and the only one whose answer to `service` is 3. The secret is in the second store's target's
 * e-mail address and comment; in the first store nobody wrote anything.
 */
function rowsOf(): TestRow[] {
  return stores.flatMap((store, at) => {
    const row = (month: number, day: number, answers: TestRow['answers']): TestRow => ({
      date: `2026-0${month}-${String(day).padStart(2, '0')}`,
      answers: { country: 'Sweden', store, gender: day % 2 === 0 ? 'f' : 'm', ...answers },
    })
    const others = [1, 2, 4, 5, 6].flatMap((month) =>
      Array.from({ length: month === 4 ? 7 : 10 }, (_, index) => {
        const age = ['young', 'old', 'oldest'][(index + month) % 3] ?? 'young'
        const service = [1, 2, 5, 7, 9][index % 5] ?? 1
        return row(month, index + 1, { age_group: age, rating: random.int(1, 10), service })
      }),
    )
    const written: TestRow['answers'] = at === 1 ? { email: secret, comment: secret } : {}
    return [...others, row(3, 10, { age_group: 'middle', rating: targets.get(store) ?? 0, service: 3, ...written })]
  })
}

describe('comparisons of a named survey do not read texts of other places', () => {
  const ways: Record<string, (survey: string, text: string) => string> = {
    'rows and total of a ranking above': (survey, text) =>
      `/rest/rankings/data/${survey}/country=Sweden;email=${text}~`,
    'rows of a ranking above, with a period': (survey, text) =>
      `/rest/rankings/data/${survey}/country=Sweden;date=rel_-9999d_0d;gender=f*m;email=${text}~`,
    'a configured ranking': (survey, text) => `/rest/widgets/data/${survey}/units/country=Sweden;email=${text}~`,
    'tiles of the place above': (survey, text) => `/rest/widgets/data/${survey}/head/country=Sweden;email=${text}~`,
    'tiles at the top': (survey, text) => `/rest/widgets/data/${survey}/head/email=${text}~`,
    'bases of the tiles of the own place': (survey, text) =>
      `/rest/widgets/data/${survey}/head/country=Sweden;store=${stores[0]};email=${text}~`,
    'the chart under a tile': (survey, text) =>
      `/rest/widgets/chart/${survey}/head/country=Sweden;email=${text}~?index=0`,
    'a chart of the place above': (survey, text) => `/rest/widgets/data/${survey}/trend/country=Sweden;email=${text}~`,
    'changes of the place above': (survey, text) =>
      `/rest/widgets/data/${survey}/changes/country=Sweden;email=${text}~`,
    ...Object.fromEntries(
      ['whole', 'above', 'beside'].flatMap((base) =>
        ['data', 'chart'].map((call) => [
          `the ${call} of a benchmark beside ${base}`,
          (survey: string, text: string) =>
            `/rest/widgets/${call}/${survey}/${base}/country=Sweden;store=${stores[0]};email=${text}~?period=years`,
        ]),
      ),
    ),
    'tiles of other places': (survey, text) => `/rest/widgets/data/${survey}/places/email=${text}~`,
    'children of the path bar': (survey, text) => `/rest/paths/children/${survey}/country=Sweden;email=${text}~`,
    'a level named after another filter': (survey, text) =>
      `/rest/widgets/data/${survey}/head/gender=f*m;store=${stores[1]};email=${text}~`,
    'a level named after another filter, excluding': (survey, text) =>
      `/rest/widgets/data/${survey}/head/gender=f*m;store=_${stores[0]};email=${text}~`,
  }
  test.each(Object.entries(ways))('%s', async (_, way) => {
    const found = await readHiddenText(async (text) => (await confined(way(named.extName, text))).text)
    expect({ letters: found.length, of: secret.length }).toEqual({ letters: 0, of: secret.length })
  })
})

describe('an anonymous survey does not read comments', () => {
  const ways: Record<string, (survey: string, text: string) => string> = {
    'withheld and none, in a ranking': (survey, text) =>
      `/rest/rankings/data/${survey}/country=Sweden;comment=${text}~`,
    'withheld and none, in tiles': (survey, text) =>
      `/rest/widgets/data/${survey}/head/country=Sweden;store=${stores[1]};comment=${text}~`,
    'everybody but': (survey, text) =>
      `/rest/widgets/data/${survey}/head/country=Sweden;store=${stores[1]};comment=_${text}~`,
    'the path bar': (survey, text) => `/rest/paths/children/${survey}/country=Sweden;comment=${text}~`,
    'the chart': (survey, text) =>
      `/rest/widgets/data/${survey}/trend/country=Sweden;store=${stores[1]};comment=${text}~`,
  }
  test.each(Object.entries(ways))('%s', async (_, way) => {
    const found = await readHiddenText(async (text) => (await manager(way(anonymous.extName, text))).text)
    expect({ letters: found.length, of: secret.length }).toEqual({ letters: 0, of: secret.length })
  })
})

test('an anonymous survey shows what its vocabulary has: the attacks do not fail on a survey that shows nothing', async () => {
  for (const survey of [anonymous, withWhere]) {
    const quarter = await figuresByStore(survey, 'country=Sweden;date=custom_01012026_01042026')
    expect([...quarter.keys()].sort()).toEqual(stores)
    expect([...quarter.values()].every((value) => value !== null)).toBe(true)
  }
  const chart = await chartByStore('quarters', '2026-01-01')
  expect([...chart.values()].filter((value) => value !== null)).toHaveLength(stores.length)
  // Changes, benchmarks and tiles of places are of the same figures.
  const shown = async (way: string) => {
    const { status, text } = await manager(way.replace('SURVEY', anonymous.extName))
    expect(status, `${way}: ${text}`).toBe(200)
    return JSON.parse(text)
  }
  const at = 'country=Sweden;store=storea;date=2026-Q2'
  const changed = await shown(`/rest/widgets/data/SURVEY/changes/${at}`)
  expect(changed.rows[0]).toMatchObject({ value: expect.any(Number), valueTrend: expect.any(Number) })
  for (const base of ['whole', 'above', 'beside']) {
    const { rows: pairs } = await shown(`/rest/widgets/data/SURVEY/${base}/${at}`)
    expect(pairs[0], base).toMatchObject({ value: expect.any(Number), base: expect.any(Number) })
    const { charts } = await shown(`/rest/widgets/chart/SURVEY/${base}/${at}?period=years`)
    expect(charts[0].chart.series, base).toMatchObject([{ data: [expect.any(Number)] }, { data: [expect.any(Number)] }])
  }
  const { groups } = await shown('/rest/widgets/data/SURVEY/places/date=2026-Q2')
  // There is no page of a unit of the last level.
  expect(groups[0].variables).toMatchObject([
    { value: expect.any(Number), path: 'country=Sweden;date=2026-Q2' },
    { value: expect.any(Number), path: null },
  ])
})

describe('two figures of an anonymous survey do not give the person they differ by away', () => {
  const ages = (...values: string[]) => ({ path: `age_group=${values.join('*')}`, holds: { age_group: values } })

  test('one more value in a filter', async () => {
    await expectNobodyFound(ages('young', 'middle'), ages('young'))
    await expectNobodyFound(ages('young', 'old', 'middle'), ages('young', 'old'))
  })

  test('one more value in a filter beside another', async () => {
    const women = (...values: string[]) => ({
      path: `gender=f;${ages(...values).path}`,
      holds: { gender: ['f'], age_group: values },
    })
    await expectNobodyFound(women('young', 'middle'), women('young'))
    await expectNobodyFound(women('old', 'oldest', 'middle'), women('old', 'oldest'))
  })

  test('a period one month longer', async () => {
    const months = (from: number, to: number): Asked => ({
      path: `date=custom_010${from}2026_010${to + 1}2026`,
      holds: { month: Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`) },
    })
    await expectNobodyFound(months(1, 3), months(1, 2))
    await expectNobodyFound(months(3, 6), months(4, 6))
  })

  test('the months of a quarter and the quarter', async () => {
    const months = await Promise.all(['2026-01-01', '2026-02-01'].map((from) => chartByStore('months', from)))
    const both = new Map(
      stores.map((store) => {
        const shown = months.map((month) => month.get(store) ?? null)
        const counts = [1, 2].map((month) => countOf(store, { month: [`${month}`] }))
        const sum = shown.reduce<number>((total, value, at) => total + (value ?? Number.NaN) * (counts[at] ?? 0), 0)
        return [store, Number.isNaN(sum) ? null : sum / countOf(store, { month: ['1', '2'] })]
      }),
    )
    const quarters = await chartByStore('quarters', '2026-01-01')
    expectFewFound(quarters, both, { month: ['1', '2', '3'] }, { month: ['1', '2'] })
  })

  test('two conditions of indicators', async () => {
    const low = await figuresByStore(withWhere, 'country=Sweden', 'low')
    const lower = await figuresByStore(withWhere, 'country=Sweden', 'lower')
    expectFewFound(low, lower, { service: ['1', '2', '3'] }, { service: ['1', '2'] })
  })
})

/** Conditions on people's answers, by question; `month` is the month of their date. */
type Holds = Readonly<Record<string, readonly string[]>>

/** Filters of a path, and whom they select. */
interface Asked {
  path: string
  holds: Holds
}

/** The mean rating shown per store; null where none is. */
type Shown = ReadonlyMap<string, number | null>

/** Requests both rankings and expects that they reveal few ratings. */
async function expectNobodyFound(wider: Asked, narrower: Asked): Promise<void> {
  const [all, rest] = await Promise.all([
    figuresByStore(anonymous, `country=Sweden;${wider.path}`),
    figuresByStore(anonymous, `country=Sweden;${narrower.path}`),
  ])
  expectFewFound(all, rest, wider.holds, narrower.holds)
}

/** The mean rating per store, as the ranking of a path shows it. */
async function figuresByStore(survey: MadeSurvey, path: string, indicator = 'score'): Promise<Shown> {
  const { status, text } = await manager(`/rest/rankings/data/${survey.extName}/${path}`)
  if (status !== 200) return new Map()
  const { headers, rows } = JSON.parse(text).rankingData as {
    headers: { value: string; cellIndex: number }[]
    rows: { cells: { value?: unknown }[] }[]
  }
  const column = headers.find(({ value }) => value === indicator)?.cellIndex
  if (column === undefined) return new Map()
  return new Map(rows.map(({ cells }) => [String(cells[0]?.value), numberOf(cells[column]?.value)]))
}

/** The mean rating per store in one period of a chart. */
async function chartByStore(period: string, from: string): Promise<Shown> {
  const shown = new Map<string, number | null>()
  for (const store of stores) {
    const place = `country=Sweden;store=${store}`
    const { status, text } = await manager(`/rest/widgets/data/${anonymous.extName}/trend/${place}?period=${period}`)
    if (status !== 200) continue
    const chart = JSON.parse(text) as { categories: string[]; series: { data: unknown[] }[] }
    shown.set(store, numberOf(chart.series[0]?.data[chart.categories.indexOf(from)]))
  }
  return shown
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** How many people of a store gave such answers: the attacker knows everything of them but their ratings. */
function countOf(store: string, holds: Holds): number {
  return rows.filter(
    ({ date, answers }) =>
      answers['store'] === store &&
      Object.entries(holds).every(([name, values]) =>
        values.includes(name === 'month' ? `${Number(date.slice(5, 7))}` : `${String(answers[name])}`),
      ),
  ).length
}

/**
 * Subtracts the narrower figure from the wider one, store by store: the difference is the target's rating, if the
 * figures are exact. A blind guess of one of ten ratings is right for about one target of twelve; five are not chance.
 */
function expectFewFound(wider: Shown, narrower: Shown, inWider: Holds, inNarrower: Holds): void {
  const found = stores.filter((store) => {
    const [all, rest] = [wider.get(store) ?? null, narrower.get(store) ?? null]
    const [n, less] = [countOf(store, inWider), countOf(store, inNarrower)]
    expect(n).toBe(less + 1)
    if (all === null || rest === null) return false
    return Math.abs(all * n - rest * less - (targets.get(store) ?? 0)) < 0.5
  })
  expect(found.length).toBeLessThanOrEqual(4)
}
