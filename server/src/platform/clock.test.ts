import { expect, test } from 'vitest'
import { startOfToday } from './clock.ts'

test('today begins where its time zone says, whichever day and zone were asked for before', () => {
  const at = (now: string, zone: string): string => startOfToday({ now: () => new Date(now) }, zone).toISOString()
  for (const round of [1, 2]) {
    expect(at('2026-03-28T12:00:00Z', 'Europe/Stockholm'), `round ${round}`).toBe('2026-03-27T23:00:00.000Z')
    expect(at('2026-03-28T23:59:00Z', 'Europe/Stockholm')).toBe('2026-03-28T23:00:00.000Z')
    // The clocks are set forward that night, so the next day begins an hour earlier.
    expect(at('2026-03-29T22:00:00Z', 'Europe/Stockholm')).toBe('2026-03-29T22:00:00.000Z')
    expect(at('2026-03-28T12:00:00Z', 'Asia/Kolkata')).toBe('2026-03-27T18:30:00.000Z')
    expect(at('2026-03-28T12:00:00Z', 'UTC')).toBe('2026-03-28T00:00:00.000Z')
  }
})
