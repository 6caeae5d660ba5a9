import { expect, onTestFinished, test } from 'vitest'
import { testDeps } from '../../test-app.ts'
import { printFindings } from '../attack.ts'
import { attackFiles } from './attack-files.ts'

// A short part of `npm run attack -- files`, the same every time.
test('broken files are refused in words or imported whole', async () => {
  const program = await testDeps()
  onTestFinished(() => program.close())
  const { tried, findings } = await attackFiles(program, { seed: 1, rounds: 130, short: true })
  expect(printFindings(findings)).toEqual([])
  expect(tried).toBeGreaterThan(55)
})
