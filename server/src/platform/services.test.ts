import { expect, test } from 'vitest'
import { readServices } from './services.ts'

const shared = { databaseUrl: 'postgres://db/x' }
const read = (args: string[], config: { databaseUrl: string | null } = shared) => [...readServices(args, config)]

test('a process answers requests and processes tasks, or does one of them', () => {
  expect(read([], { databaseUrl: null })).toEqual(['api', 'worker'])
  expect(read(['--services=api'], { databaseUrl: null })).toEqual(['api'])
  expect(read(['--services=worker'])).toEqual(['worker'])
  expect(read(['--services', 'worker, api'])).toEqual(['worker', 'api'])
})

test('anything else is refused in words', () => {
  expect(() => read(['--services=mail'])).toThrow('--services: must be api, worker or api,worker')
  expect(() => read(['--services='])).toThrow('--services')
  expect(() => read(['--fast'])).toThrow("--services: Unknown option '--fast'")
  expect(() => read(['--services=worker'], { databaseUrl: null })).toThrow('DATABASE_URL: must be set')
})
