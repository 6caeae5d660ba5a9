import { afterAll, beforeAll, expect, test } from 'vitest'
import { releaseAnswers } from '#server/domain/figures/publishing/release-answers.ts'
import { testDatabase } from '../../postgres.ts'
import type { TestDatabase } from '../../postgres.ts'
import { addResponses, makeSurvey } from '../../survey-data.ts'
import { periodStart } from '@gensvar/contract/periods'
import { afterTheEnd, countArrivals } from './arrivals.ts'
import { fourByTwo } from './attack.ts'
import { answersOf, configOf, dayOf, quarterIndex, unitName } from './product-figures.ts'
import { makeRandomSurvey } from './random-survey.ts'
import type { RandomSurvey, Variant } from './random-survey.ts'
import { publishedCounting, variableOf } from './reference-oracle.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

/** Stores a random survey's questions and the responses of closed quarters. */
async function store(survey: RandomSurvey): Promise<number> {
  const rated = survey.questions.map(
    ({ min, max }, at) => [variableOf(at), { type: 'scale' as const, min, max }] as const,
  )
  const units = Array.from({ length: survey.units }, (_, unit) => unitName(unit))
  const { surveyId } = await makeSurvey(database.db, {
    config: JSON.stringify(configOf(survey, fourByTwo)),
    questions: { unit: { type: 'single', choices: units }, ...Object.fromEntries(rated) },
    views: { units: ['unit'] },
    rows: survey.respondents
      .filter(({ arrival }) => arrival < 0)
      .map((one) => ({ date: dayOf(survey, one), answers: answersOf(one, one.unit) })),
  })
  return surveyId
}

test.each<Variant>(['moves', 'non-response'])(
  'the product counts the responses that the attacked rules count, one by one: %s',
  async (variant) => {
    const survey = makeRandomSurvey(`release ${variant}`, { variant, units: 3, medianSize: 45 })
    const surveyId = await store(survey)
    const ids = new Map<number, number>()
    const release = async (quarter: number): Promise<number[]> => {
      const terms = {
        period: 'quarter' as const,
        runningFrom: periodStart('quarter', quarterIndex(survey, quarter)),
        variables: survey.questions.map((_, at) => variableOf(at)),
      }
      const released = await database.db.transaction().execute((trx) => releaseAnswers(trx, surveyId, terms))
      return released.flatMap((id) => ids.get(id) ?? []).sort((a, b) => a - b)
    }
    const running = survey.quarters - 1
    await release(running)
    const rows = await database.pool.query('select from response where survey_id = $1 and not released', [surveyId])
    expect(rows.rowCount).toBe(0)
    const found = new Map<number, number[]>()
    for (const [index, arrival] of survey.arrivals.entries()) {
      const at = index + 1
      const respondent = survey.respondents[arrival]
      if (!respondent) throw new Error('There is no such respondent')
      const answers = answersOf(respondent, respondent.unit)
      const [id = 0] = await addResponses(database.db, surveyId, [{ date: dayOf(survey, respondent), answers }])
      ids.set(id, arrival)
      // Like an import, which does not move a response that is already counted.
      for (const move of survey.moves.filter((one) => one.at === at))
        await database.pool.query(
          `update response set unit_ids = array[(select unit.id from unit join view on view.id = view_id
                                                  where view.survey_id = $1 and unit.ext_name = $2)]
            where id = $3 and not released`,
          [surveyId, unitName(move.to), [...ids].find(([, one]) => one === move.respondent)?.[0]],
        )
      const released = await release(running)
      if (released.length > 0) found.set(at, released)
    }
    found.set(afterTheEnd, await release(running + 1))
    const expected = Map.groupBy(countArrivals(survey, publishedCounting.batch), ({ from }) => from)
    expect([...found.keys()].length).toBeGreaterThan(4)
    expect([...found]).toEqual(
      [...expected].map(([from, counted]) => [from, counted.map(({ id }) => id).sort((a, b) => a - b)]),
    )
    const { rows: places } = await database.pool.query<{ id: number; unit: string }>(
      'select response.id, ext_name as unit from response join unit on unit.id = unit_ids[1] where survey_id = $1',
      [surveyId],
    )
    const unitOf = new Map(places.flatMap(({ id, unit }) => [[ids.get(id), unit] as const]))
    for (const { id, unit } of [...expected.values()].flat()) expect(unitOf.get(id)).toBe(unitName(unit))
  },
)
