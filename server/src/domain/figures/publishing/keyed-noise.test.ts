import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { KeyedNoise, noiseLevel } from './keyed-noise.ts'

const noise = new KeyedNoise(Buffer.from('a secret of the survey'))

function recordSet(keys: readonly number[]) {
  return { count: keys.length, keys: keys.reduce((sum, key) => sum + key, 0) }
}

const keys = Array.from({ length: 4000 }, () => randomBytes(4).readUInt32BE())

test('the same records have the same noise in any order, and another figure or secret has different noise', () => {
  const set = recordSet(keys.slice(0, 20))
  const same = recordSet(keys.slice(0, 20).toReversed())
  expect(noise.of('mean(q)', same, same)).toBe(noise.of('mean(q)', set, set))
  const many = Array.from({ length: 50 }, (_, at) => recordSet(keys.slice(at, at + 20)))
  const differ = (other: (one: typeof set) => number): number =>
    many.filter((one) => other(one) !== noise.of('mean(q)', one, one)).length
  expect(differ((one) => noise.of('nps(q)', one, one))).toBeGreaterThan(40)
  expect(differ((one) => new KeyedNoise(Buffer.from('another')).of('mean(q)', one, one))).toBeGreaterThan(40)
})

test('noise has mean 0 and standard deviation 1 over sets, and is unrelated with one record more', () => {
  const pairs = keys.slice(0, 3900).map((_, at) => {
    const few = recordSet(keys.slice(at, at + 30))
    const more = recordSet(keys.slice(at, at + 31))
    return [noise.of('mean(q)', few, few), noise.of('mean(q)', more, more)] as const
  })
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  expect(Math.abs(mean(pairs.map(([one]) => one)))).toBeLessThan(0.08)
  expect(Math.abs(mean(pairs.map(([one]) => one * one)) - 1)).toBeLessThan(0.12)
  expect(Math.abs(mean(pairs.map(([one, other]) => one * other)))).toBeLessThan(0.08)
  expect(Math.max(...pairs.map(([one]) => Math.abs(one)))).toBeLessThan(4)
})

test('noise of parts does not add up to the noise of the whole', () => {
  const sums = keys.slice(0, 1000).map((_, at) => {
    const [left, right, whole] = [keys.slice(at, at + 10), keys.slice(at + 10, at + 20), keys.slice(at, at + 20)].map(
      recordSet,
    )
    if (!left || !right || !whole) throw new Error('three sets')
    return noise.of('m', left, left) + noise.of('m', right, right) - noise.of('m', whole, whole)
  })
  expect(sums.filter((rest) => Math.abs(rest) < 0.01).length).toBeLessThan(50)
})

test('noise shrinks like the sampling error up to fifty answers, and as 1/n beyond', () => {
  expect(noiseLevel(25)).toBeCloseTo(0.8 / 5)
  expect(noiseLevel(50)).toBeCloseTo(0.8 / Math.sqrt(50))
  expect(noiseLevel(500)).toBeCloseTo(noiseLevel(50) / 10)
})

test('noise stays what it is: a figure requested before and after an upgrade must not have two', () => {
  const cell = (count: number, keys: number) => ({ count, keys })
  const [few, many] = [cell(12, 2 ** 33 + 5), cell(40, 123_456_789)]
  const round = (value: number) => Math.round(value * 1e6) / 1e6
  expect(round(noise.of('mean(q)', many, few))).toBe(-0.561325)
  expect(round(noise.of('mean(q)', few, few))).toBe(1.560391)
  expect(round(noise.of('share(q,1)', many, few, 'share(q,1)'))).toBe(-0.180558)
  // The sum of keys counts modulo 2^32.
  expect(noise.of('mean(q)', many, cell(12, 5))).toBe(noise.of('mean(q)', many, few))
})
