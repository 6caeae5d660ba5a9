import { expect, test } from 'vitest'
import type { AttackResult } from './run.ts'
import { attackFigures, attacks, bars } from './run.ts'

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
