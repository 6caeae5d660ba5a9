import { describe, expect, test } from 'vitest'
import { byVariable, csvOf, english, planText } from '../testing/planned-file.ts'
import type { ImportPlan } from './import-plan.ts'

/** A number that looks random but is the same each time. */
const some = (index: number, below: number): number =>
  Math.floor((Math.abs(Math.sin(index * 12.9898 + below) * 43758.5453) % 1) * below)

/** 60 rows with a column of each header, whose answers are the numbers of a scale. */
async function ratings(headers: readonly string[], top = 5): Promise<ImportPlan> {
  return planText(csvOf(headers, 60, (index) => headers.map((_, column) => 1 + some(index + 61 * column, top))))
}

describe('the headline', () => {
  test.each([
    { headers: ['RelationshipSatisfaction', 'JobSatisfaction', 'OfficeSatisfaction'], main: 'JobSatisfaction' },
    { headers: ['taste', 'variety', 'staff', 'hotel'], main: 'hotel' },
    { headers: ['syllabus', 'met expectations', 'practicals', 'teaching'], main: 'met_expectations' },
    { headers: ['personalen', 'helhetsintryck', 'väntetiden'], main: 'helhetsintryck' },
  ])('is the question about the whole: $main', async ({ headers, main }) => {
    expect((await ratings(headers)).roles.main).toBe(main)
  })

  test('has no tiles of ratings that have nothing to do with it, which is told', async () => {
    const plan = await planText(
      csvOf(['satisfaction', 'parking'], 100, (index) => [1 + (index % 5), 1 + (Math.floor(index / 5) % 5)]),
    )
    expect(plan.roles).toMatchObject({ main: 'satisfaction', drivers: ['parking'], tiles: [] })
    expect(english(plan.notes)).toContain('No tiles of other ratings beside the headline: none of them goes with it.')
  })

  test('is no long question that speaks of expectations by the way', async () => {
    const asked =
      'Did you vote by your own beliefs or did you adjust your vote to the expectation of how all others voted'
    const plan = await planText(csvOf([asked, 'x'], 40, (index) => [index % 3 ? 'yes' : 'no', 'a']))
    expect(plan.roles.main).toBeNull()
  })

  test('is not a number of terms, even where it is the only column of small numbers', async () => {
    const plan = await ratings(['Fachsemester:', 'Semester'], 7)
    expect(plan.roles).toMatchObject({ main: null, drivers: [] })
  })

  test('is not how often something is done, nor how important it is', async () => {
    const often = ['Never', 'Sometimes', 'Often', 'Always']
    const text = csvOf(['use of the app', 'use of the site'], 40, (index) => [
      often[index % 4] ?? '',
      often[some(index, 4)] ?? '',
    ])
    const plan = await planText(text)
    expect(byVariable(plan)['use_of_the_app']?.type).toContain('scale')
    expect(plan.roles.main).toBeNull()
  })

  test('is the outcome of a table of numbered causes', async () => {
    const plan = await planText(
      csvOf(['Y', 'X1', 'X2', 'X3'], 60, (index) => [
        index % 2,
        1 + some(index, 5),
        1 + some(index + 7, 5),
        1 + (index % 5),
      ]),
    )
    expect(plan.roles).toMatchObject({ main: 'Y', drivers: expect.arrayContaining(['X1', 'X2', 'X3']) })
    expect(english(plan.notes).join('\n')).toContain('Headline: Y (named like the outcome of the other columns).')
  })

  test('is the recommendation where no other question is named as the overall one', async () => {
    const headers = ['welcome', 'waiting', 'How likely are you to recommend us?']
    const aspects = await planText(
      csvOf(headers, 60, (index) => [1 + some(index, 5), 1 + some(index + 3, 5), some(index, 11)]),
    )
    expect(aspects.roles).toMatchObject({ main: 'how_likely_are_you_to_recommend_us', recommend: { kind: 'nps' } })
    expect(aspects.roles.drivers.toSorted()).toEqual(['waiting', 'welcome'])
    expect(english(aspects.notes).join('\n')).toContain(
      '(the recommendation, as no other question is named as the overall one).',
    )
    const named = await planText(
      csvOf(['welcome', 'satisfaction', headers[2] ?? ''], 60, (index) => [
        1 + some(index, 5),
        1 + some(index + 3, 5),
        some(index, 11),
      ]),
    )
    expect(named.roles.main).toBe('satisfaction')
  })

  test('is nothing asked before, which is no driver either', async () => {
    const headers = ['confident.pre', 'able.pre', 'useful.post', 'clear.post', 'able.post']
    const plan = await ratings(headers)
    expect(plan.roles.main).toMatch(/_post$/)
    expect([...plan.roles.drivers, ...plan.roles.tiles].filter((name) => name.endsWith('_pre'))).toEqual([])
    expect(english(plan.notes)).toContain(
      'Asked before what the other questions are about, so neither headline nor driver: Confident pre, Able pre.',
    )
    // Without columns of after, "pre" is a word like any other.
    const alone = await ratings(['pre-sales', 'delivery'])
    expect([alone.roles.main, ...alone.roles.drivers].toSorted()).toEqual(['delivery', 'pre_sales'])
  })

  test('is yes or no to whether one is a fan', async () => {
    const views = ['Very favorably', 'Somewhat favorably', 'Neither favorably nor unfavorably (neutral)']
    const plan = await planText(
      csvOf(['Are you a fan of the series?', 'the captain', 'the cook'], 60, (index) => [
        index % 3 ? 'Yes' : 'No',
        [...views, 'Very unfavorably', 'Unfamiliar (N/A)'][some(index, 5)] ?? '',
        [...views, 'Somewhat unfavorably', 'Unfamiliar (N/A)'][some(index + 9, 5)] ?? '',
      ]),
    )
    expect(plan.roles.main).toBe('are_you_a_fan_of_the_series')
    expect(byVariable(plan)['the_captain']).toMatchObject({
      type: 'scale 1-5',
      warnings: [expect.stringMatching(/^\d+ cells say "Unfamiliar \(N\/A\)": not answered$/)],
    })
  })
})
