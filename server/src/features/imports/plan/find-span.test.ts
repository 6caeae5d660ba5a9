import { describe, expect, test } from 'vitest'
import { csvOf, planText } from '../testing/planned-file.ts'

describe('the span of the answers of a file', () => {
  const spanOf = async (days: readonly string[]) =>
    (await planText(csvOf(['visited', 'score'], days.length, (index) => [days[index] ?? '', 1 + (index % 5)]))).span
  const inMay = (count: number) =>
    Array.from({ length: count }, (_, index) => `2015-05-${String(1 + (index % 28)).padStart(2, '0')}`)

  test('is from the first day to the last, whatever the order and the time of day', async () => {
    expect(await spanOf(['2024-03-05', '2024-03-01', '2024-03-09'])).toEqual({
      first: '2024-03-01',
      last: '2024-03-09',
    })
    expect(await spanOf(['2024-03-05 23:10', '2024-03-05 08:00'])).toEqual({ first: '2024-03-05', last: '2024-03-05' })
  })

  test('leaves out a few dates far from the others', async () => {
    expect(await spanOf(['1970-01-01', ...inMay(112)])).toEqual({ first: '2015-05-01', last: '2015-05-28' })
  })

  test('is none without an event date', async () => {
    expect((await planText(csvOf(['score'], 20, (index) => [1 + (index % 5)]))).span).toBeNull()
  })
})
