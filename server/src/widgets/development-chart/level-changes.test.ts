import { describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { TestRow } from '#server/testing/survey-data.ts'
import { levelChanges } from './level-changes.ts'

const series = (data: (number | null)[], n = data.map(() => 40)) => ({ name: 'CSI', data, n })
const steps = [7, 7.2, 6.9, 7.1, 7, 9, 9.2, 8.9, 9.1, 9]

describe('changes of a level', () => {
  test('are at the place of their period, also behind gaps', () => {
    const [change] = levelChanges(series([null, ...steps.slice(0, 3), null, ...steps.slice(3)])) ?? []
    expect(change?.at).toBe(7)
    expect(change?.before).toBeCloseTo(7.04)
    expect(change?.after).toBeCloseTo(9.04)
  })

  test('are none of periods that are not whole, of few periods, or of more than are gone through', () => {
    const states = steps.map((_, at) => (at < 7 ? ('whole' as const) : ('running' as const)))
    expect(levelChanges(series(steps), states)).toEqual([])
    expect(levelChanges(series([7, 7, 7, 9, 9]))).toEqual([])
    expect(levelChanges(series(Array.from({ length: 121 }, (_, at) => (at < 60 ? 1 : 9))))).toEqual([])
    expect(levelChanges(series(Array.from({ length: 120 }, (_, at) => (at < 60 ? 1 : 9))))).toHaveLength(1)
  })

  test('are found in the chart of a survey, whatever the order of its answers', async () => {
    const marks = [
      [3, 4, 3],
      [4, 3, 3],
      [3, 3, 4],
      [3, 4, 3],
      [5, 5, 4],
      [5, 4, 5],
      [4, 5, 5],
      [5, 5, 4],
    ]
    const rows = marks.flatMap((ratings, month) =>
      ratings.map((rating, at): TestRow => {
        const date = `2025-${String(month + 5).padStart(2, '0')}-0${at + 1}`
        return { date, answers: { country: 'Sweden', store: 'Stockholm', rating } }
      }),
    )
    const board = await openDashboard({ rows: rows.toReversed() })
    const user = await board.as()
    const { body } = await user('GET', `/rest/widgets/data/${board.survey}/trend/date=all_time?period=months`)
    expect(body.categories[4]).toBe('2025-09-01')
    expect(body.series[0].changes).toMatchObject([{ at: 4 }])
    expect(body.series[0].changes[0].before).toBeCloseTo(10 / 3)
    expect(body.series[0].changes[0].after).toBeCloseTo(14 / 3)
    await board.close()
  })
})
