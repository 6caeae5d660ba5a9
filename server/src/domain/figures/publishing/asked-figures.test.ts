import { expect, test } from 'vitest'
import { AskedFigures, manyFigures, mostCounted } from './asked-figures.ts'

const day = '2026-02-10'
const numbered = (count: number, rows = 1, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ key: `figure ${from + at}`, rows }))

test('many single figures are reported, from the first above the limit until the day is marked as reported', () => {
  const counted = new AskedFigures()
  expect(counted.add('a', day, 1_000_000, numbered(manyFigures))).toBeNull()
  expect(counted.add('a', day, 1_000_000, numbered(manyFigures))).toBeNull()
  const reported = counted.add('a', day, 1_000_000, numbered(1, 1, manyFigures))
  expect(reported).toMatchObject({ figures: manyFigures + 1 })
  expect(counted.add('a', day, 1_000_000, numbered(1))).toBe(reported)
  if (reported) reported.isReported = true
  expect(counted.add('a', day, 1_000_000, numbered(manyFigures, 1, manyFigures))).toBeNull()
})

test('figures of many rows are reported above the number of figures in a period', () => {
  const counted = new AskedFigures()
  expect(counted.add('a', day, 50_000, numbered(10, 5_000))).toBeNull()
  expect(counted.add('a', day, 50_000, numbered(10, 5_000))).toBeNull()
  expect(counted.add('a', day, 50_000, numbered(1, 1, 10))).toMatchObject({ figures: 50_001 })
})

test('persons, surveys and days are counted separately', () => {
  const counted = new AskedFigures()
  for (const who of ['a', 'b']) expect(counted.add(who, day, 20, numbered(20))).toBeNull()
  expect(counted.add('a', '2026-02-11', 20, numbered(20, 1, 20))).toBeNull()
  expect(counted.add('b', day, 20, numbered(1, 1, 20))).not.toBeNull()
})

test('the least recently active are evicted, so that memory is bounded', () => {
  const counted = new AskedFigures()
  counted.add('early', day, 20, numbered(20))
  counted.add('again', day, 20, numbered(20))
  for (let at = 0; at < mostCounted - 2; at++) counted.add(`other ${at}`, day, 20, numbered(1))
  expect(counted.add('again', day, 20, numbered(0))).toBeNull()
  counted.add('one more', day, 20, numbered(1))
  expect(counted.add('early', day, 20, numbered(1, 1, 20))).toBeNull()
  expect(counted.add('again', day, 20, numbered(1, 1, 20))).not.toBeNull()
})

test('figures above the limit are not stored one by one, and as many persons are counted as said', () => {
  const counted = new AskedFigures()
  expect(counted.add('a', day, 1_000_000, numbered(manyFigures + 50))).toMatchObject({ figures: manyFigures + 1 })
  const full = new AskedFigures()
  full.add('early', day, 20, numbered(20))
  for (let at = 0; at < mostCounted - 1; at++) full.add(`other ${at}`, day, 20, numbered(1))
  expect(full.add('early', day, 20, numbered(1, 1, 20))).not.toBeNull()
})
