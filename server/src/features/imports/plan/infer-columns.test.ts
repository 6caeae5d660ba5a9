import { describe, expect, test } from 'vitest'
import { byVariable, csvOf, planText } from '../testing/planned-file.ts'

describe('words beside numbers', () => {
  test.each([
    { word: '*redacted*', warning: '12 cells say "*redacted*": not answered' },
    { word: '[removed for privacy]', warning: '12 cells say "[removed for privacy]": not answered' },
    { word: 'N/A*', warning: '12 cells say "N/A*": not answered' },
    { word: 'Prefer not to say', warning: '12 cells are not numbers: treated as not answered' },
    { word: 'Vill inte svara', warning: '12 cells are not numbers: treated as not answered' },
  ])('are no answers, and are told: $word', async ({ word, warning }) => {
    const text = csvOf(['How likely are you to recommend us?', 'day'], 40, (index) =>
      index % 10 < 3
        ? [word, word.includes('edacted') ? word : '2026-03-01']
        : [index % 11, `2026-03-${10 + (index % 20)}`],
    )
    const plan = await planText(text)
    const [rating] = Object.values(byVariable(plan))
    expect(rating).toMatchObject({ type: 'scale 0-10', warnings: [warning] })
    expect(plan.roles).toMatchObject({ recommend: { kind: 'nps' }, eventDate: 'day' })
  })

  test('may be more dots than usual', async () => {
    const plan = await planText(
      csvOf(['comment'], 10, (index) => [index % 2 ? '....' : `I liked number ${index} very much`]),
    )
    expect(byVariable(plan)['comment']).toMatchObject({ blanks: 5 })
  })

  test('are choices where they are not known, and where nothing else is there', async () => {
    const text = csvOf(['visits', 'area'], 40, (index) => [index % 2 ? 'often' : index % 11, 'North America (NA)'])
    expect(byVariable(await planText(text))).toMatchObject({
      visits: { type: 'single choice' },
      area: { type: 'single choice', blanks: 0 },
    })
  })
})

describe('a scale that the header states', () => {
  test.each([
    { header: 'Score each colour between 0 (like least) and 5 (like most)', type: 'scale 0-5' },
    { header: 'Betygsätt maten från 0 till 5', type: 'scale 0-5' },
    { header: 'Quality (0-10)', type: 'scale 0-10' },
    { header: 'Quality of week 1', type: 'scale 1-5' },
    // Answers outside of it show that the header speaks of something else.
    { header: 'Quality, phases 1-3', type: 'scale 1-5' },
  ])('$header', async ({ header, type }) => {
    const text = csvOf([header.replaceAll(',', ' '), 'x'], 60, (index) => [index === 7 ? 0 : 1 + (index % 5), 'a'])
    expect(Object.values(byVariable(await planText(text)))[0]?.type).toBe(type)
  })
})

test('a rating with a single answer in words is one of the usual five steps, and told to be a guess', async () => {
  const plan = await planText('Provide an overall score,Comment\ngood,The slides helped me to understand it\n')
  expect(byVariable(plan)['provide_an_overall_score']).toMatchObject({
    type: 'scale 1-5',
    warnings: [expect.stringContaining('all answers are good (first in row 2), so the scale 1-5 is a guess')],
  })
  expect(plan.roles.main).toBe('provide_an_overall_score')
})

test('headers that are alike only when shortened are not said to occur more than once', async () => {
  const question = 'How satisfied are you with the following parts of your stay at the hotel'
  const text = csvOf([`${question}: room`, `${question}: food`, 'Note', 'Note'], 10, (index) => [
    1 + (index % 5),
    1 + (index % 4),
    'a',
    'b',
  ])
  const warned = Object.values(byVariable(await planText(text))).map(({ variable, warnings }) => [
    variable,
    warnings.join(),
  ])
  expect(warned).toMatchObject([
    [expect.stringMatching(/_stay$/), ''],
    [expect.stringMatching(/_2$/), ''],
    ['Note', ''],
    ['Note_2', 'the header "Note" occurs more than once: named Note_2'],
  ])
})

test('a title has no colons at its end', async () => {
  const text = csvOf(['Fachsemester::', 'Overall rating :', 'visited;'], 12, (index) => [
    index % 4,
    1 + (index % 5),
    'a',
  ])
  const titles = (await planText(text)).columns.map(({ title }) => title)
  expect(titles.slice(0, 3)).toEqual(['Fachsemester', 'Overall rating', 'Visited'])
})

describe('of two columns of dates, where one can be read two ways', () => {
  const text = csvOf(['Visited', 'Answered', 'rating'], 60, (index) => [
    `0${1 + (index % 9)}/0${1 + (index % 8)}/2025`,
    `2025-0${1 + (index % 9)}-1${index % 9}`,
    1 + (index % 5),
  ])

  test('the other one is chosen: nothing is asked', async () => {
    const plan = await planText(text, { date: 'Answered' })
    expect(plan.roles.eventDate).toBe('Answered')
    const { Visited } = byVariable(plan)
    expect(Visited?.type).toBe('text, identifier')
    expect(Visited?.warnings[0]).toContain('kept as text')
  })

  test('and the date format given fits the first alone: each is read as it is written', async () => {
    const plan = await planText(text, { date: 'Answered', dateFormat: 'dd/mm/yyyy' })
    expect(plan.roles.eventDate).toBe('Answered')
    expect(byVariable(plan)).toMatchObject({
      Visited: { type: 'date (dd/mm/yyyy)' },
      Answered: { type: 'date (yyyy-mm-dd)' },
    })
  })

  test('it is chosen: its date format is asked for', async () => {
    await expect(planText(text, { date: 'Visited' })).rejects.toMatchObject({ settings: ['dateFormat'] })
  })
})
