import { describe, expect, test } from 'vitest'
import { fitScale, widenScale } from './scale-fit.ts'

const counts = (list: Record<number, number>): Map<number, number> =>
  new Map(Object.entries(list).map(([value, count]) => [Number(value), count]))

describe('the scale of a column', () => {
  test.each([
    ['1-5', { 1: 10, 2: 20, 3: 30, 4: 20, 5: 10 }, [1, 5]],
    ['1-5 without its lowest step', { 2: 3, 3: 10, 4: 20, 5: 10 }, [1, 5]],
    ['1-7', { 1: 5, 4: 10, 6: 9, 7: 20 }, [1, 7]],
    ['1-10', { 1: 5, 8: 40, 9: 40, 10: 40 }, [1, 10]],
    ['1-10 without its highest step', { 3: 2, 8: 40, 9: 40 }, [1, 10]],
    ['0-10', { 0: 9, 5: 10, 10: 30 }, [0, 10]],
    ['0-4', { 0: 5, 1: 5, 2: 5, 3: 5, 4: 5 }, [0, 4]],
    ['half stars', { 1: 5, 2.5: 5, 4.5: 9, 5: 3 }, [1, 5]],
    ['averages up to 10', { 2.5: 1, 7.1: 10, 9.6: 20 }, [1, 10]],
  ])('%s', (_, list, [min, max]) =>
    expect(fitScale(counts(list as Record<number, number>))).toMatchObject({ min, max, outside: 0 }),
  )

  test('a column that is usually asked from 0 begins there', () => {
    expect(fitScale(counts({ 7: 5, 8: 5, 10: 5 }), true)).toMatchObject({ min: 0, max: 10 })
  })

  test('some answers beyond a sharp drop are noise', () => {
    const fit = fitScale(counts({ 1: 172, 2: 519, 3: 537, 4: 595, 5: 369, 6: 8, 7: 11, 8: 14, 9: 20, 10: 14 }))
    expect(fit).toMatchObject({ min: 1, max: 5, outside: 67 })
  })

  test('many, or without a drop, make a longer scale', () => {
    expect(fitScale(counts({ 1: 50, 2: 50, 3: 50, 4: 50, 5: 50, 6: 30, 7: 30, 8: 30 }))).toMatchObject({ max: 10 })
    expect(fitScale(counts({ 1: 500, 2: 100, 3: 50, 4: 20, 5: 11, 6: 6, 7: 5, 8: 2 }))).toMatchObject({ max: 10 })
  })

  test('a few zeros beside 1-5 do not make it longer, many are a step', () => {
    expect(fitScale(counts({ 0: 8, 1: 275, 2: 336, 3: 475, 4: 656, 5: 514 }))).toMatchObject({ min: 1, max: 5 })
    expect(fitScale(counts({ 0: 300, 1: 100, 2: 100, 3: 100, 4: 100, 5: 100 }))).toMatchObject({
      min: 0,
      max: 5,
    })
  })

  test('codes for no answer far above the scale are no answers', () => {
    expect(fitScale(counts({ 1: 10, 2: 10, 3: 10, 4: 10, 5: 10, 99: 30 }))).toMatchObject({
      min: 1,
      max: 5,
      outside: 30,
    })
    expect(fitScale(counts({ 1: 10, 2: 10, 3: 10, 4: 10, 5: 10, 9: 20 }))).toMatchObject({
      min: 1,
      max: 5,
      outside: 20,
    })
    expect(fitScale(counts({ 1: 10, 3: 10, 5: 10, [-1]: 3 }))).toMatchObject({ min: 1, max: 5, outside: 3 })
  })

  test.each([
    ['ages', { 18: 3, 35: 9, 70: 4 }],
    ['negative amounts', { [-5]: 3, 3: 9 }],
    ['nothing', {}],
  ])('%s are no scale', (_, list) => expect(fitScale(counts(list as Record<number, number>))).toBeNull())
})

test('a scale that lacks the highest answer of its neighbours is theirs', () => {
  const full = { min: 1, max: 5, outside: 0, whole: true }
  const short = { ...full, max: 4 }
  expect(widenScale(short, [full, full])).toMatchObject({ max: 5 })
  expect(widenScale(full, [short, short])).toMatchObject({ max: 5 })
  expect(widenScale({ ...full, max: 4 }, [{ ...full, max: 10 }])).toMatchObject({ max: 4 })
  const rare = { ...full, max: 4, outside: 3 }
  expect(widenScale(rare, [full, full])).toMatchObject({ max: 4 })
  expect(widenScale(rare, [full, full, full])).toMatchObject({ max: 5 })
})
