import { createKey } from '../../../server/src/testing/key-rows.ts'
import { makeSurvey } from '../../../server/src/testing/survey-data.ts'
import type { MeasuredServer } from '../measured-server.ts'

/** Makes a survey with ratings and comments that is shown in public; returns the token of a key of the type. */
export async function makePublicSurvey({ deps }: MeasuredServer, type: 1 | 4): Promise<string> {
  const survey = await makeSurvey(deps.db, {
    questions: {
      store: { type: 'single', choices: ['store0', 'store1'] },
      rating: { type: 'scale', min: 1, max: 5 },
      comment: { type: 'text' },
    },
    views: { stores: ['store'] },
    config: `bigScreen: { rating: rating, comment: comment, expressions: [score], goal: score }
indicators: { score: { title: Score, expression: mean(rating), goal: 4 } }
`,
    rows: Array.from({ length: 200 }, (_, at) => ({
      date: '2026-03-05',
      answers: {
        store: `store${at % 2}`,
        rating: 3 + (at % 3),
        comment: `Comment ${at}: ${'quick and friendly '.repeat(at % 9)}`,
      },
    })),
  })
  await deps.analytics.feed.catchUp()
  return createKey(deps.db, survey, { type, per_minute: 100_000_000 })
}
