import { expect, test } from 'vitest'
import { killLoop } from './kill-loop.ts'

test('a server and a PostgreSQL killed while they are written to lose nothing and double nothing', async () => {
  const said: string[] = []
  const result = await killLoop({ rounds: 2, seed: 2, report: (line) => said.push(line) })
  expect(result.findings).toEqual([])
  expect(result).toMatchObject({ tried: 2 })
  expect(result.acknowledged).toBeGreaterThan(0)
  expect(said).toHaveLength(2)
})
