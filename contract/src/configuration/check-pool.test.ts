import { expect, test } from 'vitest'
import { checkConfiguration } from './check.ts'
import { surveyConfig } from './survey-config.ts'
import type { SurveyConfigInput } from './survey-config.ts'

const metadata = { questions: [{ variable: 'overall', type: 'scale' as const }] }
const indicators: SurveyConfigInput['indicators'] = {
  csi: { expression: 'index(overall)', minValue: 0, maxValue: 100 },
  share: { expression: 'topbox(overall, 2)', unit: '%' },
  nps: { expression: 'nps(overall)' },
  mean: { expression: 'mean(overall)', minValue: 1, maxValue: 10 },
  place: { rank: 'csi' },
}

function problemsOf(config: Omit<SurveyConfigInput, 'indicators'>): string[] {
  return checkConfiguration(surveyConfig.parse({ ...config, indicators }), metadata).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )
}

test('indicators with a scale that organisations compare on take part in a pool', () => {
  const taking = { csi: 'satisfaction', share: 'content', nps: 'advice' }
  expect(problemsOf({ pool: { name: 'shops', indicators: taking } })).toEqual([])
})

test('others are refused in words', () => {
  expect(
    problemsOf({ pool: { name: 'shops', indicators: { mean: 'mean', place: 'place', cis: 'satisfaction' } } }),
  ).toEqual([
    "pool.indicators.mean: 'mean' has no scale that organisations compare on; give it minValue 0 and maxValue 100 (or -100 and 100), or the unit '%'",
    "pool.indicators.place: 'place' is a rank, which other organisations do not share",
    "pool.indicators.cis: there is no indicator 'cis'; did you mean 'csi'?",
  ])
  expect(problemsOf({ pool: { name: 'shops', indicators: { csi: 'same', nps: 'same' } } })).toEqual([
    "pool.indicators.nps: 'csi' takes part as 'same' already",
  ])
})

test('a component beside a pool needs one', () => {
  const others = { type: 'benchmark', config: { id: 'others', variables: ['csi'], against: 'pool' } }
  const pages = [{ extname: 'overview', components: [others] }]
  expect(problemsOf({ pages })).toEqual([
    "pages.0.components.0.config.against: the survey takes part in no pool; name one in the section 'pool'",
  ])
  expect(problemsOf({ pages, pool: { name: 'shops', indicators: { csi: 'satisfaction' } } })).toEqual([])
})
