import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../test-app.ts'
import { printFindings } from '../attack.ts'
import { attackFuzz, withWebFolder } from './attack-fuzz.ts'

// A short part of `npm run attack -- fuzz`, the same every time.
test('malformed requests are refused in words, and the server goes on', () =>
  withWebFolder(async (webFolder) => {
    const server = await testApp({}, { webFolder })
    onTestFinished(() => server.close())
    const { tried, findings, statuses } = await attackFuzz(server, { seed: 1, rounds: 800 })
    expect(printFindings(findings)).toEqual([])
    expect(tried).toBe(800)
    // Many pass the first checks: a request rejected there tests nothing else.
    expect(statuses.get(200)).toBeGreaterThan(50)
  }))
