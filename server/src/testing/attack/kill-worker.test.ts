import { expect, test } from 'vitest'
import { printFindings } from './attack.ts'
import { killWorker } from './kill-worker.ts'

// A short part of `npm run attack -- kill-worker`.
test('reports and imports of a killed worker are done whole by the next one, or fail in words', async () => {
  const { findings, finished, imports, interrupted } = await killWorker({ rounds: 2, seed: 1 })
  expect(printFindings(findings)).toEqual([])
  expect(finished).toBeGreaterThan(5)
  expect(imports.stored).toBeGreaterThan(1)
  expect(interrupted).toBeGreaterThan(0)
})
