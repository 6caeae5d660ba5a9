import { expect, test } from 'vitest'
import { Retries } from './retries.ts'

test('work that keeps failing is retried after longer pauses and logged less often', () => {
  const retries = new Retries()
  expect(retries.pause).toBeNull()
  const failures = Array.from({ length: 8 }, () => ({ told: retries.failed(), pause: retries.pause }))
  expect(failures.map(({ told }) => told)).toEqual([true, true, false, true, false, false, false, true])
  expect(failures.map(({ pause }) => pause)).toEqual([100, 200, 400, 800, 1600, 2000, 2000, 2000])
  expect(retries.succeeded()).toBe(8)
  expect(retries.pause).toBeNull()
  expect(retries.failed()).toBe(true)
})
