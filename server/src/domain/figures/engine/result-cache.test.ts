import { expect, test } from 'vitest'
import { ResultCache } from './result-cache.ts'

const count = (list: number[]): number => list.length

test('a result is computed once, while it is being computed and afterwards', async () => {
  const cache = new ResultCache()
  let runs = 0
  const compute = async (): Promise<number[]> => [++runs]
  const [first, second] = await Promise.all([cache.get('k', compute, count), cache.get('k', compute, count)])
  expect(first).toBe(second)
  expect(await cache.get('k', compute, count)).toEqual([1])
  expect(await cache.get('other', compute, count)).toEqual([2])
})

test('a failure is not cached', async () => {
  const cache = new ResultCache()
  await expect(cache.get('k', () => Promise.reject(new Error('broken')), count)).rejects.toThrow('broken')
  expect(await cache.get('k', async () => [1], count)).toEqual([1])
})

test('a computation stops when the last waiting request is aborted, not before', async () => {
  const cache = new ResultCache()
  let stopped = false
  const { promise, resolve } = Promise.withResolvers<number[]>()
  const compute = (signal: AbortSignal): Promise<number[]> => {
    signal.addEventListener('abort', () => (stopped = true))
    return promise
  }
  const [one, two] = [new AbortController(), new AbortController()]
  const first = cache.get('k', compute, count, one.signal)
  const second = cache.get('k', compute, count, two.signal)
  one.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  expect(stopped).toBe(false)
  two.abort(new Error('left too'))
  await expect(second).rejects.toThrow('left too')
  expect(stopped).toBe(true)
  resolve([1])
  expect(await cache.get('k', async () => [2], count)).toEqual([2])
})

test('the least recently used results are evicted first', async () => {
  const cache = new ResultCache()
  const big = Array.from({ length: 90_000 }, () => 0)
  let runs = 0
  const get = (key: string): Promise<number[]> => cache.get(key, async () => (runs++, big), count)
  await get('a')
  await get('b')
  await get('a')
  await get('c')
  expect(runs).toBe(3)
  await get('a')
  expect(runs).toBe(3)
  await get('b')
  expect(runs).toBe(4)
})
