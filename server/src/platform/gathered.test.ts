import { expect, test } from 'vitest'
import { Gathered } from './gathered.ts'

test('whoever is alone does not wait, and those who come meanwhile are done together', async () => {
  const batches: number[][] = []
  const gathered = new Gathered<number, number>(async (items) => {
    batches.push([...items])
    await Promise.resolve()
    return items.map((item) => item * 2)
  }, 3)
  expect(await Promise.all([1, 2, 3, 4, 5].map((item) => gathered.add(item)))).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
  expect(await gathered.add(6)).toBe(12)
})

test('one that fails harms no other', async () => {
  const gathered = new Gathered<number, number>((items) => {
    if (items.includes(3)) return Promise.reject(new Error('three'))
    return Promise.resolve(items)
  }, 10)
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => gathered.add(item)))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
    ...[1, 2, 'Error: three', 4],
  ])
})
