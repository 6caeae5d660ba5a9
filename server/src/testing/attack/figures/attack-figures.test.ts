import { expect, test } from 'vitest'
import type { AttackResult } from './run.ts'
import { attackFigures, attacks, bars, missedBars, noGuard } from './run.ts'

let results: AttackResult[] = []
const lines: string[] = []

test('every attack gains much where nothing guards, or it proves nothing', () => {
  results = attackFigures({
    surveys: 20,
    seed: 'short',
    unguardedSurveys: 5,
    survey: { medianSize: 20 },
    report: (line) => lines.push(line),
  })
  expect(results.map(({ attack }) => attack)).toEqual(attacks.map(({ name }) => name))
  for (const { attack, unguarded } of results) {
    expect(unguarded.persons, attack).toBeGreaterThan(0)
    expect(unguarded.worst, attack).toBeGreaterThanOrEqual(bars.unguarded)
  }
})

test('the same surveys are attacked for the same seed', () => {
  const [first, second] = [1, 2].map(() =>
    attackFigures({ surveys: 2, seed: 'same', unguardedSurveys: 0, only: attacks.slice(0, 1) }),
  )
  expect(first).toEqual(second)
})

test('a guard that lets everything through misses the bars of every attack', () => {
  const open = attackFigures({
    surveys: 5,
    seed: 'open',
    unguardedSurveys: 0,
    guard: noGuard,
    survey: { medianSize: 12, units: 3 },
  })
  const missed = missedBars(open.map((result) => ({ ...result, unguarded: result.guarded })))
  for (const { name } of attacks) expect(missed.filter((words) => words.startsWith(`${name}: worst`))).toHaveLength(1)
})
