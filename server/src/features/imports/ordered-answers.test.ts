import { describe, expect, test } from 'vitest'
import { byVariable, csvOf, english, planText } from './testing/planned-file.ts'
import type { ImportPlan } from './plan/import-plan.ts'

/** A number that looks random but is the same each time. */
const some = (index: number, below: number): number =>
  Math.floor((Math.abs(Math.sin(index * 12.9898 + below) * 43758.5453) % 1) * below)

/** A whole number from 0 to `top` that follows `mood` (0 to 1): less closely the greater `noise` is. */
function following(index: number, mood: number, noise: number, top: number): number {
  const near = mood + noise * (some(index + noise * 1000, 1000) / 1000 - 0.5)
  return Math.max(0, Math.min(top, Math.round(near * top)))
}

const mood = (index: number): number => some(index, 997) / 996

/** The numbers a column's words stand for. */
function stepsOf(plan: ImportPlan, variable: string): [string, number][] {
  const found = plan.columns.find((column) => column.variable === variable)
  if (found?.plan.type !== 'scale' || !found.plan.steps) throw new Error(`${variable} has no steps`)
  return [...found.plan.steps].toSorted((a, b) => a[1] - b[1])
}

async function planOf(header: string, answers: readonly string[]): Promise<ImportPlan> {
  return planText(csvOf([header, 'store'], 60, (index) => [answers[index % answers.length] ?? '', `s${index % 4}`]))
}

describe('words are ordered answers', () => {
  test.each([
    ['Service', ['Very dissatisfied', 'Dissatisfied', 'Neutral', 'Satisfied', 'Very satisfied']],
    [
      'Service',
      ['very unsatisfied', 'UNSATISFIED.', 'neither satisfied nor dissatisfied', 'satisfied', 'Very  Satisfied'],
    ],
    ['Service', ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']],
    ['Service', ['very bad', 'bad', 'ok', 'good', 'very good']],
    ['Service', ['Terrible', 'Poor', 'Average', 'Very good', 'Excellent']],
    [
      'Hotel',
      ['Not at all satisfied', 'Slightly satisfied', 'Moderately satisfied', 'Very satisfied', 'Extremely satisfied'],
    ],
    ['Staff was kind', ['Strongly disagree', 'Disagree', 'Neither agree nor disagree', 'Agree', 'Strongly agree']],
    ['Staff was kind', ['Strongly disagree', 'Somewhat disagree', 'Somewhat agree', 'Strongly agree']],
    ['Come again?', ['Very unlikely', 'Unlikely', 'Neutral', 'Likely', 'Very likely']],
    ['Was it clean?', ['Never', 'Rarely', 'Sometimes', 'Often', 'Always']],
    [
      'Price',
      ['Not at all important', 'Slightly important', 'Moderately important', 'Very important', 'Extremely important'],
    ],
    ['Waiting', ['Not satisfied', 'Somewhat satisfied', 'Satisfied']],
    [
      'The group',
      ['strongly disagree', 'somewhat disagree', 'neither agree or disagree', 'somewhat agree', 'strongly agree'],
    ],
    ['The topic', ['negativ', 'eher negativ', 'neutral', 'eher positiv', 'positiv']],
    ['Das Personal', ['stimme gar nicht zu', 'stimme eher nicht zu', 'stimme eher zu', 'stimme voll zu']],
    ['Der Alltag', ['absolut irrelevant', 'eher irrelevant', 'eher relevant', 'absolut relevant']],
    // One letter off.
    ['Our rules', ['stronlgy disagree', 'disagree', 'neutral', 'agree', 'strongly agreee']],
    ['Price', ['Not important', 'Somewhat important', 'Important', 'Very important', 'Extremely important']],
    ['Hur nöjd är du?', ['Mycket missnöjd', 'Missnöjd', 'Varken nöjd eller missnöjd', 'Nöjd', 'Mycket nöjd']],
    ['Personalen', ['Mycket dåligt', 'Ganska dåligt', 'Varken bra eller dåligt', 'Ganska bra', 'Mycket bra']],
    ['Jag fick hjälp', ['Instämmer inte alls', 'Instämmer delvis', 'Instämmer till stor del', 'Instämmer helt']],
    ['Kommer du tillbaka?', ['Mycket osannolikt', 'Osannolikt', 'Neutral', 'Sannolikt', 'Mycket sannolikt']],
    [
      'Hvor fornøyd er du?',
      ['Svært misfornøyd', 'Misfornøyd', 'Verken fornøyd eller misfornøyd', 'Fornøyd', 'Svært fornøyd'],
    ],
    ['Betjeningen', ['Dårlig', 'Middels', 'Bra', 'Svært bra', 'Utmerket']],
    ['Personalet var venligt', ['Helt uenig', 'Uenig', 'Hverken enig eller uenig', 'Enig', 'Helt enig']],
    ['Hvor tilfreds er du?', ['Meget utilfreds', 'Utilfreds', 'Hverken/eller', 'Tilfreds', 'Meget tilfreds']],
    ['Var der rent?', ['Aldrig', 'Sjældent', 'Nogle gange', 'Ofte', 'Altid']],
    ['Palvelu', ['Erittäin huono', 'Huono', 'Keskinkertainen', 'Hyvä', 'Erittäin hyvä']],
    ['Palvelu', ['Heikko', 'Välttävä', 'Tyydyttävä', 'Hyvä', 'Erinomainen']],
    [
      'Henkilökunta auttoi',
      [
        'Täysin eri mieltä',
        'Jokseenkin eri mieltä',
        'Ei samaa eikä eri mieltä',
        'Jokseenkin samaa mieltä',
        'Täysin samaa mieltä',
      ],
    ],
    [
      'Kuinka tyytyväinen olet?',
      ['Erittäin tyytymätön', 'Tyytymätön', 'Neutraali', 'Tyytyväinen', 'Erittäin tyytyväinen'],
    ],
    ['Course grade', ['F', 'D', 'C', 'B', 'A']],
    ['Karakter', ['F', 'E', 'D', 'C', 'B', 'A']],
    ['Rating', ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']],
    ['Rating', ['★☆☆☆☆', '★★☆☆☆', '★★★☆☆', '★★★★☆', '★★★★★']],
    ['Rating', ['⭐', '⭐⭐', '⭐⭐⭐', '⭐⭐⭐⭐', '⭐⭐⭐⭐⭐']],
    ['Rating', ['1/5', '2/5', '3/5', '4/5', '5/5']],
    ['Your visit', ['😡', '🙁', '😐', '🙂', '😀']],
    ['Your visit', ['☹️', '😐', '😊']],
    ['Your visit', [':-(', ':-|', ':-)']],
    ['NPS group', ['Detractor', 'Passive', 'Promoter']],
  ])('%s: %j', async (header, worstFirst) => {
    const plan = await planOf(header, worstFirst)
    const { variable } = plan.columns[0] ?? { variable: '' }
    expect(byVariable(plan)[variable]).toMatchObject({ type: `scale 1-${worstFirst.length}`, warnings: [] })
    expect(stepsOf(plan, variable)).toEqual(worstFirst.map((text, index) => [text, index + 1]))
  })

  test.each([
    ['satisfaction', 'neutral or dissatisfied', 'satisfied'],
    ['Är du nöjd?', 'Nej', 'Ja'],
    ['Oletko tyytyväinen?', 'ei', 'kyllä'],
    ['Satisfied', 'No', 'Yes'],
    ['visit', '👎', '👍'],
    ['Nöjdhet', 'missnöjd', 'nöjd'],
  ])('two of them are no and yes: %s', async (header, no, yes) => {
    const plan = await planOf(header, [yes, no, yes])
    const { variable } = plan.columns[0] ?? { variable: '' }
    expect(byVariable(plan)[variable]?.type).toBe('yes/no 0-1')
    expect(stepsOf(plan, variable)).toEqual([
      [no, 0],
      [yes, 1],
    ])
    expect(plan.roles.main).toBe(variable)
  })

  test.each([
    ['Member?', ['Yes', 'No']],
    ['Did you have any problems?', ['Yes', 'No']],
    ['Customer class', ['A', 'B', 'C']],
    ['Zone', ['Zone-1', 'Zone-2', 'Zone-3']],
    ['Customer Type', ['Loyal Customer', 'disloyal Customer']],
    ['Size', ['Small', 'Medium', 'Large']],
  ])('and others are choices: %s', async (header, answers) => {
    const plan = await planOf(header, answers)
    expect(plan.columns[0]?.plan.type).toBe('single')
  })

  test('steps that nobody chose are still steps', async () => {
    const few = await planOf('Service', ['Very satisfied', 'Satisfied', 'Neutral'])
    expect(stepsOf(few, 'Service')).toEqual([
      ['Neutral', 3],
      ['Satisfied', 4],
      ['Very satisfied', 5],
    ])
    const stars = await planOf('Stars', ['3 stars', '4 stars'])
    expect(byVariable(stars)['Stars']?.type).toBe('scale 1-5')
    const grades = await planOf('Grade', ['A', 'B', 'C'])
    expect(stepsOf(grades, 'Grade')).toEqual([
      ['C', 3],
      ['B', 4],
      ['A', 5],
    ])
    const faces = await planOf('Visit', ['😀', '🙂', '😐'])
    expect(stepsOf(faces, 'Visit')).toEqual([
      ['😐', 3],
      ['🙂', 4],
      ['😀', 5],
    ])
  })

  test('a column that lacks answers of its neighbours has their scale', async () => {
    const all = ['Very good', 'Good', 'Average', 'Bad', 'Very bad']
    const plan = await planText(
      csvOf(['food', 'staff', 'store'], 60, (index) => [all[index % 5] ?? '', all[index % 2] ?? '', `s${index % 4}`]),
    )
    expect(stepsOf(plan, 'staff')).toEqual([
      ['Good', 4],
      ['Very good', 5],
    ])
  })

  test('words beside the scale are not answered, in any language', async () => {
    const answers = ['Very good', 'Good', 'Bad', 'Not sure', 'Vet ej', 'Ei mielipidettä', 'N/A']
    const plan = await planOf('Service', answers)
    expect(stepsOf(plan, 'Service').map(([text]) => text)).toEqual(['Bad', 'Good', 'Very good'])
    expect(byVariable(plan)['Service']?.warnings).toEqual([
      expect.stringMatching(/^\d+ cells say "Not sure": not answered$/),
      expect.stringMatching(/^\d+ cells say "Vet ej", "Ei mielipidettä", "N\/A": not answered$/),
    ])
  })
})

describe('numbers that run the other way', () => {
  test.each([
    ['Service', ['1 - Very good', '2 - Good', '3 - Neutral', '4 - Bad', '5 - Very bad']],
    ['Service', ['1 (mycket bra)', '2', '3', '4', '5 (mycket dåligt)']],
    ['Service', ['Strongly agree (1)', 'Agree (2)', 'Neutral (3)', 'Disagree (4)', 'Strongly disagree (5)']],
  ])('are turned where their labels say so: %s %j', async (header, bestFirst) => {
    const plan = await planOf(header, bestFirst)
    expect(stepsOf(plan, header)).toEqual(bestFirst.toReversed().map((text, index) => [text, index + 1]))
    expect(byVariable(plan)[header]).toMatchObject({
      type: 'scale 1-5',
      warnings: ['1 is the best answer: the numbers are turned, so that higher is better (1 counts as 5)'],
    })
  })

  test.each([
    ['Overall (1 = best, 5 = worst)', true],
    ['Overall (1=mycket bra, 5=mycket dåligt)', true],
    ['Overall: 1 (very good) to 5 (very bad)', true],
    ['Overall (1 = paras)', true],
    ['Overall (1 = worst, 5 = best)', false],
    ['Overall (5 = excellent)', false],
    ['Overall 1-5', false],
    ['Q1: Satisfied', false],
    ['1. Easy', false],
    ['Overall - 1: very good, 5: very bad', true],
    ['Overall (1 är bäst)', true],
  ])('are turned where the header says so: %s', async (header, isTurned) => {
    const plan = await planText(csvOf([`"${header}"`, 'store'], 60, (index) => [1 + (index % 5), `s${index % 4}`]))
    expect(plan.columns[0]?.plan).toMatchObject({ type: 'scale', min: 1, max: 5 })
    expect(plan.columns[0]?.plan).toHaveProperty('outside', isTurned ? 'blank' : 'counted')
  })
})

describe('the headline', () => {
  const airline = (rows = 300): string =>
    csvOf(
      [
        'id',
        'Gender',
        'Customer Type',
        'Class',
        'Seat comfort',
        'Online boarding',
        'Food',
        'Inflight wifi service',
        'Cleanliness',
        'satisfaction',
      ],
      rows,
      (index) => [
        index + 7000,
        index % 2 ? 'Male' : 'Female',
        index % 5 ? 'Loyal Customer' : 'disloyal Customer',
        ['Eco', 'Business', 'Eco Plus'][index % 3] ?? '',
        1 + following(index, mood(index), 1.4, 4),
        1 + following(index, mood(index), 0.2, 4),
        1 + some(index, 5),
        1 + following(index, mood(index), 0.5, 4),
        1 + following(index, mood(index), 0.9, 4),
        mood(index) > 0.55 ? 'satisfied' : 'neutral or dissatisfied',
      ],
    )

  test('is satisfaction in words at the end of the file, and its drivers are ordered by how they go with it', async () => {
    const plan = await planText(airline())
    expect(plan.roles).toMatchObject({
      main: 'satisfaction',
      drivers: ['online_boarding', 'inflight_wifi_service', 'Cleanliness', 'seat_comfort', 'Food'],
      tiles: ['online_boarding', 'inflight_wifi_service', 'Cleanliness'],
      recommend: null,
    })
    expect(english(plan.notes)).toEqual(
      expect.arrayContaining([
        'Headline: Satisfaction (by its name).',
        expect.stringMatching(
          /^Tiles beside the headline: Online boarding \(r 0\.\d\d\), Inflight wifi service \(r 0\.\d\d\), Cleanliness \(r 0\.\d\d\), most closely/,
        ),
      ]),
    )
    expect(plan.views[0]?.levels).not.toContain('satisfaction')
  })

  test('is the one all others follow if no name says so', async () => {
    const plan = await planText(
      csvOf(['q1', 'q2', 'q3', 'q4'], 200, (index) => [
        1 + following(index, mood(index), 1.2, 4),
        1 + following(index, mood(index), 1.6, 4),
        1 + following(index, mood(index), 0.1, 4),
        1 + following(index, mood(index), 1.5, 4),
      ]),
    )
    expect(plan.roles.main).toBe('q3')
    expect(english(plan.notes).join('\n')).toMatch(/Headline: Q3 \(no name says .* most closely, r 0\.\d\d\)\./)
  })

  test('can be chosen, also a question in words', async () => {
    const plan = await planText(airline(), { main: 'Food' })
    expect(plan.roles.main).toBe('Food')
    expect(plan.roles.drivers).not.toContain('Food')
    expect(english(plan.notes)).toContain('Headline: Food.')
    await expect(planText(airline(), { main: 'Gender' })).rejects.toThrow('has no ordered answers')
    await expect(planText(airline(), { main: 'Foot' })).rejects.toThrow('Did you mean "Food"?')
    const member = csvOf(['member', 'q'], 40, (index) => [index % 3 ? 'Yes' : 'No', 1 + (index % 5)])
    expect((await planText(member, { main: 'member' })).roles.main).toBe('member')
    expect((await planText(member)).roles.main).toBe('q')
  })

  test('is the question about the whole in five languages, not one about a part of it', async () => {
    const names = [
      ['Satisfaction with food', 'Satisfaction with staff', 'Overall satisfaction'],
      ['Hur nöjd är du med maten?', 'Hur nöjd är du på det hela taget?'],
      ['Fornøyd med maten', 'Alt i alt, hvor fornøyd er du?'],
      ['Tilfreds med maden', 'Samlet tilfredshed'],
      ['Tyytyväisyys ruokaan', 'Kaiken kaikkiaan, kuinka tyytyväinen olet?'],
      ['Food satisfaction', 'Staff rating', 'Satisfaction'],
      ['respect', 'overall_index', 'overall_satisfaction'],
    ]
    for (const headers of names) {
      const plan = await planText(
        csvOf(
          headers.map((header) => `"${header}"`),
          60,
          (index) => headers.map((_, column) => 1 + some(index + column * 100, 5)),
        ),
      )
      expect(plan.columns.find(({ variable }) => variable === plan.roles.main)?.header).toBe(headers.at(-1))
    }
  })

  test('a question that runs against it has no tile and is told', async () => {
    const plan = await planText(
      csvOf(['overall', 'food', 'waiting'], 200, (index) => [
        1 + following(index, mood(index), 0.1, 4),
        1 + following(index, mood(index), 0.6, 4),
        5 - following(index, mood(index), 0.3, 4),
      ]),
    )
    expect(plan.roles).toMatchObject({ drivers: ['food', 'waiting'], tiles: ['food'] })
    expect(english(plan.notes).join('\n')).toContain('Headline: Overall (by its name')
    expect(byVariable(plan)['waiting']?.warnings.join()).toMatch(
      /^the higher the answer, the lower Overall \(r -0\.\d\d\)/,
    )
  })
})

test.each([
  'How likely is it that you would recommend us to a friend?',
  'Hur troligt är det att du skulle rekommendera oss?',
  'Hvor sannsynlig er det at du vil anbefale oss?',
  'Hvor sandsynligt er det, at du vil anbefale os?',
  'Kuinka todennäköisesti suosittelisit meitä ystävälle?',
])('a recommendation from 0 to 10 is one in five languages: %s', async (question) => {
  const ends: Record<number, string> = { 0: 'Not at all likely - 0', 10: 'Extremely likely - 10' }
  for (const answer of [(n: number) => String(n), (n: number) => ends[n] ?? String(n)]) {
    const plan = await planText(csvOf([`"${question}"`, 'q'], 110, (index) => [answer(index % 11), 1 + (index % 5)]))
    expect(plan.columns[0]?.plan).toMatchObject({ type: 'scale', min: 0, max: 10 })
    expect(plan.roles.recommend).toEqual({ variable: plan.columns[0]?.variable, kind: 'nps' })
  }
})
