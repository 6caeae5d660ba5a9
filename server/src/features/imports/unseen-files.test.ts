import { describe, expect, test } from 'vitest'
import { byVariable, csvOf, planFile, planText } from './testing/planned-file.ts'
import { testWorkbook } from './testing/test-files.ts'

/** A number that looks random but is the same each time. */
const some = (index: number, below: number): number =>
  Math.floor((Math.abs(Math.sin(index * 12.9898 + below) * 43758.5453) % 1) * below)

const pick = (answers: readonly string[], index: number): string => answers[index % answers.length] ?? ''

describe('columns of files from elsewhere', () => {
  test.each([
    ['Wie wahrscheinlich empfehlen Sie uns weiter?', 'Wie zufrieden sind Sie insgesamt?', 'Wartezeit'],
    ['recomendacao_0_10', 'satisfacao_geral', 'tempo_de_espera'],
    ['¿Nos recomendaría?', 'Satisfacción general', 'Tiempo'],
  ])('are known by German, Portuguese and Spanish names: %s', async (recommend, overall, aspect) => {
    const text = csvOf([aspect, recommend, overall], 80, (index) => [
      1 + some(index, 5),
      some(index + 300, 11),
      1 + some(index + 90, 5),
    ])
    const { roles, columns } = await planText(text)
    const headerOf = (variable: string | null | undefined): string | undefined =>
      columns.find((column) => column.variable === variable)?.header
    expect(headerOf(roles.main)).toBe(overall)
    expect(headerOf(roles.recommend?.variable)).toBe(recommend)
  })

  test.each(['unidade', 'Sucursal', 'Standort', 'property_code', 'Institute'])('name a unit: %s', async (header) => {
    const text = csvOf([header, 'score'], 60, (index) => [pick(['a', 'b', 'c'], index), 1 + (index % 5)])
    expect((await planText(text)).views).toMatchObject([{ levels: [header] }])
  })

  test.each(['destination', 'faixa_idade', 'género'])('name no unit: %s', async (header) => {
    const text = csvOf([header, 'score'], 60, (index) => [pick(['a', 'b', 'c'], index), 1 + (index % 5)])
    expect((await planText(text)).views).toEqual([])
  })

  test('are no units where they are rows of a grid', async () => {
    const text = csvOf(['Use [Country roads]', 'Use [City streets]', 'score'], 60, (index) => [
      pick(['car', 'bike', 'bus'], index),
      pick(['car', 'bike', 'bus'], some(index, 90)),
      1 + (index % 5),
    ])
    expect((await planText(text)).views).toEqual([])
  })

  test('hold codes of a program rather than comments', async () => {
    const hex = (index: number): string => `${10_000_000 + some(index, 89_999_999)}-aaaa-4bbb-8ccc-0123456789ab`
    const plan = await planText(csvOf(['respondent_id', 'score'], 60, (index) => [hex(index), 1 + (index % 5)]))
    expect(byVariable(plan)['respondent_id']?.type).toBe('text, identifier')
    expect(plan.roles.comments).toEqual([])
  })

  test('hold codes where another column says what they stand for', async () => {
    const names = ['English', 'Chinese', 'Spanish', 'Japanese']
    const text = csvOf(['LANG', 'LANG_LBL', 'service'], 80, (index) => [
      1 + (index % 4),
      pick(names, index),
      1 + some(index, 5),
    ])
    const plan = await planText(text)
    expect(byVariable(plan)['LANG']?.type).toBe('single choice')
    expect(plan.roles.main).toBe('service')
  })

  test('hold amounts with commas, not several answers', async () => {
    const amounts = ['50,000 - 100,000', 'Less than 50,000', '101,000 - 150,000', 'Above 200,000']
    const plan = await planText(csvOf(['income'], 80, (index) => [pick(amounts, some(index, 4))]))
    expect(byVariable(plan)['income']?.type).toBe('single choice')
  })

  test('hold times that were cut off after the hour', async () => {
    const text = csvOf(['Fecha', 'score'], 40, (index) => [
      `2024-12-${10 + (index % 20)} ${index % 8 ? '14:23:45' : '15'}`,
      1 + (index % 5),
    ])
    const plan = await planText(text)
    expect(plan.roles.eventDate).toBe('Fecha')
    expect(byVariable(plan)['Fecha']?.warnings).toEqual([])
  })

  test.each([
    [
      ['Nein', 'Ja'],
      ['Sí', 'No'],
      ['Sim', 'Não'],
    ],
  ])('hold yes and no', async (...all) => {
    const text = csvOf(['a', 'b', 'c'], 40, (index) => all.map((answers) => pick(answers, index)))
    expect(Object.values(byVariable(await planText(text))).map(({ type }) => type)).toEqual(all.map(() => 'yes/no'))
  })
})

describe('ordered answers of files from elsewhere', () => {
  const steps = async (header: string, answers: readonly string[]): Promise<string[]> => {
    const plan = await planText(csvOf([header, 'x'], 60, (index) => [pick(answers, index), `x${index % 4}`]))
    const found = plan.columns[0]?.plan
    if (found?.type !== 'scale' || !found.steps) throw new Error(`${header} has no steps`)
    return [...found.steps].toSorted((a, b) => a[1] - b[1]).map(([text]) => text)
  }

  test.each([
    ['Effect', ['Worsen', 'No effect', 'Improve']],
    ['Jämfört med förra året', ['Mycket sämre', 'Sämre', 'Oförändrat', 'Bättre', 'Mycket bättre']],
    ['Sammenlignet med i fjor', ['Dårligere', 'Uendret', 'Bedre']],
    ['Sammenlignet med sidste år', ['Værre', 'Uændret', 'Bedre']],
    ['Verrattuna viime vuoteen', ['Huonompi', 'Ennallaan', 'Parempi']],
    ['Listening', ['Never', 'Rarely', 'Sometimes', 'Very frequently']],
    ['Kriterium', ['Nicht wichtig', 'Kaum wichtig', 'Mäßig wichtig', 'Wichtig', 'Sehr wichtig']],
    ['Morale', ['SD', 'D', 'N', 'A', 'SA']],
    ['I got feedback on my work', ['Strongly disagree', 'Disagree', 'Neutral', 'Agree', 'Strongly agree']],
  ])('are read from the worst: %s', async (header, answers) => {
    expect(await steps(header, answers)).toEqual(answers)
  })

  test('are no letters without both ends of agreement', async () => {
    await expect(steps('Morale', ['A', 'N', 'D'])).rejects.toThrow('no steps')
  })
})

describe('the headline of files from elsewhere', () => {
  test('is no statement that says "generally" by the way', async () => {
    const text = csvOf(['Management was generally supportive', 'Satisfaction with the work'], 80, (index) => [
      1 + some(index, 5),
      1 + some(index + 40, 5),
    ])
    expect((await planText(text)).roles.main).toBe('satisfaction_with_the_work')
  })

  test('is the question that names both its ends', async () => {
    const text = csvOf(['food_quality_rating', 'satisfied_or_dissatisfied', 'checkin_rating'], 80, (index) => [
      1 + some(index, 5),
      pick(['Satisfied', 'Dissatisfied'], some(index + 7, 2)),
      1 + some(index + 40, 5),
    ])
    expect((await planText(text)).roles.main).toBe('satisfied_or_dissatisfied')
  })

  test('is the first rating where none is followed by the others', async () => {
    const headers = ['lights', 'music', 'seats', 'colours', 'smell', 'words']
    const plan = await planText(
      csvOf(headers, 50, (index) => headers.map((_, column) => 1 + some(index + 61 * column, 10))),
    )
    expect(plan.roles.main).toBe('lights')
  })

  test('is no importance of recommendations', async () => {
    const answers = ['Not important', 'Slightly important', 'Important', 'Very important']
    const plan = await planText(csvOf(['Recommendations of others'], 40, (index) => [pick(answers, index)]))
    expect(plan.roles).toMatchObject({ main: null, recommend: null })
  })
})

test('a short text about the data on the first sheet is passed over', async () => {
  const about = [['Disclaimer', 'These are answers of guests.'], ['Notes']]
  const answers = [['hotel', 'stay', 'score'], ...Array.from({ length: 30 }, (_, index) => [`H${index % 3}`, 'x', 4])]
  const plan = await planFile(await testWorkbook({ About: about, Answers: answers, Rooms: [['room', 'beds', 'size']] }))
  expect(plan.columns.map(({ variable }) => variable)).toEqual(['hotel', 'stay', 'score'])
})

test('LimeSurvey is recognised by headers that were cut off', async () => {
  const headers = ['Antwort ID.. ', 'Datum Abgeschic.. ', 'Letzte Seite.. ', 'Start-Sprache.. ', 'Bewerten Sie..']
  const text = csvOf(headers, 30, (index) => [index + 3, '1980-01-01 00:00:00', index % 8, 'de', 1 + (index % 5)])
  const plan = await planText(text)
  expect(plan.columns.filter(({ metadata }) => metadata !== null).map(({ index }) => index)).toEqual([0, 1, 2, 3])
})
