import { expect, test } from 'vitest'
import { atOnce } from './arrivals.ts'
import type { Guard } from './attack.ts'
import { MemberSets } from './member-sets.ts'
import { polling } from './polling.ts'
import { publishedRules, referenceOracle } from './reference-oracle.ts'
import { attackFigures, attacks, measureGains, missedBars, noGuard, referenceGuard } from './run.ts'

test('no attack on the rules gains more than is promised, and every one much where nothing guards', async () => {
  const table: string[] = []
  const { tried, findings } = await attackFigures({ seed: 6, rounds: 10, report: (line) => table.push(line) })
  expect(findings, table.join('\n')).toEqual([])
  expect(tried).toBe(10 * attacks.length)
  for (const { name } of attacks) expect(table.filter((line) => line.startsWith(`| ${name} |`))).toHaveLength(1)
})

test('the same surveys are attacked for the same seed', () => {
  const [first, second] = [1, 2].map(() =>
    measureGains({ surveys: 2, seed: 'same', unguardedSurveys: 0, only: attacks.slice(0, 1) }),
  )
  expect(first).toEqual(second)
})

test('a guard that lets everything through misses the bars of every attack', () => {
  const survey = { medianSize: 12, units: 3 }
  const open = measureGains({ surveys: 5, seed: 'open', unguardedSurveys: 0, guard: noGuard, survey })
  for (const gains of open) {
    const missed = missedBars({ ...gains, unguarded: gains.guarded }).map(({ fault }) => fault)
    expect(missed, gains.attack).toContain('gains more than 6 points of somebody')
  }
  const [blocked] = measureGains({
    surveys: 2,
    seed: 'closed',
    unguardedSurveys: 0,
    guard: referenceGuard({ minimum: [1000, 1000, 1000] }),
    only: attacks.slice(0, 1),
  })
  expect(blocked && missedBars({ ...blocked, unguarded: blocked.guarded })).toEqual([
    expect.objectContaining({ fault: 'gains less than 20 points where nothing guards, and so proves nothing' }),
  ])
})

test('without noise, without batches or with small minimums the bars are missed', () => {
  const worst = (guard: Guard, only = attacks.slice(0, 1)): number | undefined => {
    const survey = { medianSize: 15, units: 3 }
    return measureGains({ surveys: 3, seed: 'weaker', unguardedSurveys: 0, survey, guard, only })[0]?.guarded.smooth
      .worst
  }
  expect(worst(referenceGuard({ strength: 0 }))).toBeGreaterThan(6)
  expect(worst(referenceGuard({ minimum: [3, 3, 3] }))).toBeGreaterThan(6)
  const unbatched: Guard = (survey, declared) => {
    const sets = new MemberSets(survey, { batch: atOnce, longPeriodsAreClosed: false })
    return { survey, sets, oracle: referenceOracle(survey, sets, { ...publishedRules, ...declared }) }
  }
  expect(worst(unbatched, [polling])).toBeGreaterThan(6)
})
