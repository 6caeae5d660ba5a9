import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangedUnit } from '@gensvar/contract/entities/what-changed'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

/** Forty ratings of each store in February and in January: `up` rises, `down` falls, `still` and `noisy` do neither. */
const shapes: Record<string, { now: number[]; before: number[] }> = {
  'Sweden/up': { now: [5, 5, 4, 5], before: [3, 4, 3, 4] },
  'Sweden/still': { now: [4, 4, 3, 4], before: [4, 3, 4, 4] },
  'Norway/down': { now: [1, 2, 1, 2], before: [4, 4, 5, 4] },
  'Norway/noisy': { now: [5, 1, 5, 2], before: [1, 5, 1, 5] },
}
const rows = Object.entries(shapes).flatMap(([place, { now, before }]) => {
  const [country = '', store = ''] = place.split('/')
  const some = (date: string, of: number[]) =>
    Array.from({ length: 40 }, (_, at) => ({ date, answers: { country, store, rating: of[at % of.length] ?? 0 } }))
  return [...some('2026-02-03', now), ...some('2026-01-27', before)]
})
/** Two stores that were far from their goal a year ago. */
const poor = ['up', 'still'].flatMap((store) =>
  Array.from({ length: 40 }, (_, at) => ({
    date: '2025-02-03',
    answers: { country: 'Sweden', store, rating: 1 + (at % 2) },
  })),
)
const config = (id: string, more: string) => `      - { type: what-changed, config: { id: ${id}, ${more} } }\n`
const extra = `lowBase: 30
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
${config('stores', 'indicator: satisfaction, level: store')}${config('few', 'indicator: satisfaction, level: store, most: 1')}${config('next', 'indicator: satisfaction')}${config('worse', 'indicator: slow, level: store')}${config('rank', 'indicator: place')}`

let board: Dashboard
let everyone: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, rows: [...rows, ...poor] })
  everyone = await board.as()
})

afterAll(() => board.close())

const dates = 'date=custom_01022026_09022026'
const ask = async (component: string, path: string, caller = everyone) =>
  (await caller('GET', `/rest/widgets/data/${board.survey}/${component}/${path}`)).body
const names = (units: ChangedUnit[]) => units.map(({ title }) => title)

test('tells the units that changed by more than chance, and those that miss their goal for certain', async () => {
  const told = await ask('stores', dates)
  expect(told).toMatchObject({ nCompared: 4, nChanged: 2, isRounded: false, why: null })
  expect(names(told.better)).toEqual(['up'])
  expect(names(told.worse)).toEqual(['down'])
  // The goal is 3, in Norway 2: 1.5 misses it, with an interval up to 1.7; 3.25 and more do not.
  expect(told.offGoal).toMatchObject({ total: 1 })
  expect(told.offGoal.rows[0]).toMatchObject({ title: 'down', formattedGoal: '2.0', n: 40, cases: 'interviews' })
  const [up] = told.better
  expect(up).toMatchObject({ formattedValue: '4.8', formattedBase: '3.5', formattedDiff: '+1.3', accessAllowed: true })
  // The tile of the unit tells the same.
  const [tile] = (await ask('head', up.drillPath)).variables
  expect(tile).toMatchObject({ value: up.value, nInterviews: up.n, formattedDiff: up.formattedDiff, chance: up.chance })
})

test('takes the next level where none is named, and there is none below the last', async () => {
  const { better, worse } = await ask('next', dates)
  expect([...names(better), ...names(worse)].sort()).toEqual(['Norway', 'Sweden'])
  expect(await ask('stores', `country=Sweden;store=up;${dates}`)).toMatchObject({
    nCompared: 0,
    why: { en: 'There are no units below this place.' },
  })
})

test('says why nothing is compared: no period, or a figure that cannot be', async () => {
  expect((await ask('stores', 'root')).why).toMatchObject({ en: 'Choose a period to compare with the one before it.' })
  expect((await ask('rank', dates)).why).toMatchObject({ en: 'This kind of figure is not shown here.' })
  expect(await ask('worse', dates)).toMatchObject({ nChanged: 0, better: [], worse: [] })
})

test('locks the units of others, and lists no cases of theirs', async () => {
  const norway = await board.as({ filters: { country: ['Norway'] } })
  const { better } = await ask('next', 'date=custom_01022026_01032026', norway)
  expect(better).toMatchObject([{ title: 'Sweden', accessAllowed: false, cases: 'closed' }])
  // Those of others are told of whole calendar periods only, and the answer says so.
  const own = await ask('next', dates, norway)
  expect(own).toMatchObject({ nCompared: 1, better: [], leftOut: { en: expect.stringContaining('whole') } })
})

test('tells more units that miss their goal than it shows at first', async () => {
  const { offGoal } = await ask('few', 'date=2025-02')
  expect(offGoal.total).toBe(2)
  expect(names(offGoal.rows).toSorted()).toEqual(['still', 'up'])
})
