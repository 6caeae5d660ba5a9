import { expect, test } from 'vitest'
import { rankingEntities } from '@gensvar/contract/entities/ranking'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { rowTarget } from './row-target.ts'

const unit: RankingRow = rankingEntities.RankingRow.example
const response: RankingRow = { ...unit, interviewId: 12, drillPath: null }

test('a unit leads down to its drill path', () => {
  expect(rowTarget(unit, 'visits', 'ranking')).toEqual({ kind: 'drill', drillPath: 'country=SE;region=north' })
})

test('a completed interview opens, an incomplete one opens its sample with the way back', () => {
  expect(rowTarget({ ...response, isComplete: true }, 'visits', 'ranking')).toEqual({
    kind: 'screen',
    href: '/interview/visits/12',
  })
  expect(rowTarget({ ...response, isComplete: false }, 'visits', 'voices')).toEqual({
    kind: 'screen',
    href: '/sample/visits/voices/12',
  })
})

test('an alert opens, also where the interview behind it is known', () => {
  expect(rowTarget({ ...response, alertId: 5 }, 'visits', 'ranking')).toEqual({
    kind: 'screen',
    href: '/alert/visits/5',
  })
})

test('a row one may not see, or that leads nowhere, opens nothing', () => {
  for (const row of [unit, { ...response, isComplete: true }, { ...response, alertId: 5 }])
    expect(rowTarget({ ...row, accessAllowed: false }, 'visits', 'ranking')).toBeNull()
  expect(rowTarget({ ...unit, drillPath: null }, 'visits', 'ranking')).toBeNull()
})
