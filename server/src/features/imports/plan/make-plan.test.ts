import { describe, expect, test } from 'vitest'
import { translate } from '#server/platform/translate.ts'
import { reportColumns } from '../report.ts'
import { byVariable, csvOf, english, planText } from '../testing/planned-file.ts'

/** A number that looks random but is the same each time. */
const some = (index: number, below: number): number =>
  Math.floor((Math.abs(Math.sin(index * 12.9898 + below) * 43758.5453) % 1) * below)
const sentences = [
  'The staff was friendly and quick to help us',
  'We waited far too long in the cold hall',
  'Good coffee but the chairs are worn',
  'Nothing to complain about at all this time',
]
const sentence = (index: number): string => `${sentences[index % 4]} number ${index}`

describe('types', () => {
  test('a survey of many kinds of columns', async () => {
    const headers = [
      'case_no',
      'Overall satisfaction',
      'likely_to_recommend',
      'gender',
      'age',
      'amount',
      'reasons',
      'Member?',
      'zip',
      'email',
      'comment',
      'visited on',
    ]
    const plan = await planText(
      csvOf(headers, 120, (index) => [
        index + 1000,
        1 + some(index, 5),
        some(index, 11),
        ['Woman', 'Man', 'Other'][some(index, 3)] ?? '',
        18 + some(index, 60),
        `${some(index, 900)}.${some(index + 1, 89) + 10}`,
        ['price', 'service;price', 'parking', 'price;parking;service'][some(index, 4)] ?? '',
        some(index, 2) ? 'yes' : 'no',
        `0${1000 + some(index, 30)}`,
        `user${index}@example.org`,
        index % 3 === 0 ? sentence(index) : '',
        `2024-0${1 + some(index, 9)}-1${some(index, 9)}`,
      ]),
    )
    const types = Object.fromEntries(Object.entries(byVariable(plan)).map(([variable, { type }]) => [variable, type]))
    expect(types).toEqual({
      case_no: 'text, identifier',
      overall_satisfaction: 'scale 1-5',
      likely_to_recommend: 'scale 0-10',
      gender: 'single choice',
      age: 'numeric',
      amount: 'numeric',
      reasons: 'multiple choice (;)',
      member: 'yes/no',
      zip: 'single choice',
      email: 'text, email',
      comment: 'text (en)',
      visited_on: 'date (yyyy-mm-dd)',
    })
    expect(plan.roles).toMatchObject({
      eventDate: 'visited_on',
      main: 'overall_satisfaction',
      recommend: { variable: 'likely_to_recommend', kind: 'nps' },
      comments: ['comment'],
      contact: { email: 'email' },
    })
    expect(plan.suggestedKey).toBe('case_no')
    expect(byVariable(plan)['zip']?.warnings.join()).toContain('leading zeros are kept')
  })

  test('decimal commas and thousands', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `${index % 5},5;1 2${30 + index},50;1.${100 + index * 3}`)
    const plan = await planText(['a;b;c', ...rows].join('\n'))
    expect(byVariable(plan)).toMatchObject({
      b: { type: 'numeric', range: '1230.5 to 1249.5' },
      c: { range: '1100 to 1157' },
    })
    expect(english(plan.notes).join()).toContain('decimal comma')
  })

  test('numbers that can be read two ways are reported', async () => {
    const plan = await planText(csvOf(['amount', 'store'], 20, (index) => [`1,${200 + index}`, 'a']))
    expect(byVariable(plan)['amount']?.warnings.join()).toContain('thousands or decimals?')
  })

  test('words for "no answer" do not make a column text', async () => {
    const plan = await planText(
      csvOf(['score', 'age'], 60, (index) => [
        index % 6 === 0 ? 'vet ej' : 1 + (index % 5),
        index % 7 === 0 ? 'N/A' : 20 + index,
      ]),
    )
    expect(byVariable(plan)).toMatchObject({ score: { type: 'scale 1-5', blanks: 10 }, age: { type: 'numeric' } })
    expect(byVariable(plan)['score']?.warnings).toEqual(['10 cells say "vet ej": not answered'])
  })

  test('out of range and zero ratings are reported with their number', async () => {
    const ratings = [...Array.from({ length: 200 }, (_, index) => 1 + (index % 5)), 9, 9, 10, 0, 0]
    const plan = await planText(csvOf(['rating', 'x'], ratings.length, (index) => [ratings[index] ?? '', 'a']))
    expect(byVariable(plan)['rating']).toMatchObject({
      type: 'scale 1-5',
      warnings: [
        '3 of 205 answers are above 5 (9, 10): counted',
        '2 of 205 answers are 0, which looks like "not rated" on a scale 1-5: counted',
      ],
    })
  })

  test('codes for "no answer" are reported and are not answers', async () => {
    const plan = await planText(csvOf(['rating'], 60, (index) => [index % 20 === 0 ? 99 : 1 + (index % 5)]))
    expect(byVariable(plan)['rating']).toMatchObject({ type: 'scale 1-5', warnings: ['3 cells are 99: not answered'] })
  })

  test('answers outside a scale that the configuration leaves out are reported', async () => {
    const text = csvOf(['rating'], 60, (index) => [index % 30 === 0 ? 8 : index % 30 === 1 ? 0 : 1 + (index % 5)])
    const plan = await planText(text, { questions: { rating: { max: 5, outside: 'blank', notAnswered: [0] } } })
    expect(byVariable(plan)['rating']).toMatchObject({
      type: 'scale 1-5',
      blanks: 2,
      warnings: ['2 cells say "0": not answered', '2 of 58 answers are above 5 (8): left out'],
    })
  })

  test('words given by hand as no answer do not make a column text', async () => {
    const plan = await planText(
      csvOf(['score'], 40, (index) => [index % 2 ? 'hoppade över' : 1 + (index % 5)]),
      { questions: { score: { notAnswered: ['Hoppade över'] } } },
    )
    expect(byVariable(plan)['score']).toMatchObject({ type: 'scale 1-5', blanks: 20 })
  })

  test('labelled steps and a 0/1 recommendation', async () => {
    const labels = ['1 - Very bad', '2', '3', '4', '5 - Very good']
    const plan = await planText(csvOf(['service', 'recommended'], 50, (index) => [labels[index % 5] ?? '', index % 2]))
    expect(byVariable(plan)).toMatchObject({ service: { type: 'scale 1-5' }, recommended: { type: 'yes/no 0-1' } })
    expect(plan.roles.recommend).toEqual({ variable: 'recommended', kind: 'yes-no' })
  })

  test('numbers that name something are choices, counts are numbers', async () => {
    const plan = await planText(
      csvOf(['gender', 'store_nr', 'children', 'q1', 'q2', 'q3', 'gate_location'], 80, (index) => [
        1 + (index % 2),
        100 + (index % 7),
        index % 4,
        1 + (index % 5),
        1 + (index % 5),
        1 + (index % 5),
        1 + (index % 5),
      ]),
    )
    expect(byVariable(plan)).toMatchObject({
      gender: { type: 'single choice' },
      store_nr: { type: 'single choice' },
      children: { type: 'numeric' },
      gate_location: { type: 'scale 1-5' },
    })
  })
})

describe('numbers of a column', () => {
  async function typeOf(header: string, value: (index: number) => string | number, rows = 60): Promise<string> {
    const plan = await planText(csvOf([header, 'x'], rows, (index) => [value(index), 'a']))
    return byVariable(plan)[header]?.type ?? ''
  }

  test('are an identifier if all differ and they are named or counted like one', async () => {
    expect(await typeOf('case_id', (index) => 5000 + index * 7)).toBe('text, identifier')
    expect(await typeOf('whatever', (index) => index + 1)).toBe('text, identifier')
    expect(await typeOf('whatever', (index) => index + (index > 29 ? 2 : 1))).toBe('numeric')
    expect(await typeOf('amount', (index) => 5000 + index * 7)).toBe('numeric')
    // Some repeat: an identifier still, unless it is more than one in ten.
    expect(await typeOf('case_id', (index) => 5000 + Math.max(index, 4) * 7)).toBe('text, identifier')
    expect(await typeOf('case_id', (index) => 5000 + Math.max(index, 12) * 7)).not.toBe('text, identifier')
    expect(await typeOf('case_id', (index) => -index)).toBe('numeric')
    expect(await typeOf('case_id', (index) => index + 0.5)).toBe('numeric')
    expect(await typeOf('case_id', (index) => 5000 + index, 9)).not.toBe('text, identifier')
  })

  test('are codes of categories: 1 and 2, or few that name something', async () => {
    expect(await typeOf('sex', (index) => 1 + (index % 2))).toBe('single choice')
    expect(await typeOf('whatever', (index) => 1 + (index % 2))).toBe('single choice')
    expect(await typeOf('whatever', (index) => index % 2)).toBe('yes/no 0-1')
    expect(await typeOf('store_nr', (index) => 100 + (index % 7))).toBe('single choice')
    expect(await typeOf('store_nr', (index) => 100.5 + (index % 7))).toBe('numeric')
    expect(await typeOf('store_nr', (index) => -100 + (index % 7))).toBe('numeric')
    expect(await typeOf('postal_code', (index) => 10_000 + (index % 20))).toBe('single choice')
    expect(await typeOf('visits', (index) => 100 + (index % 7))).toBe('numeric')
  })

  test('are a scale though steps of it are missing, and codes behind a gap are no answers', async () => {
    const odd = [1, 3, 5]
    expect(await typeOf('rating', (index) => odd[index % 3] ?? 1)).toBe('scale 1-5')
    expect(await typeOf('rating', (index) => [1, 3, 5, 9][index % 4] ?? 1)).toBe('scale 1-5')
    expect(await typeOf('rating', (index) => [1, 3, 5, 8, 9][index % 5] ?? 1)).toBe('scale 1-5')
    expect(await typeOf('rating', (index) => [1, 3, 5, 99][index % 4] ?? 1)).toBe('scale 1-5')
    // Without the gap 8 and 9 are steps, as they are beside 7 or 10.
    expect(await typeOf('rating', (index) => [1, 3, 7, 8, 9][index % 5] ?? 1)).toBe('scale 1-10')
    expect(await typeOf('rating', (index) => [1, 3, 5, 9, 10][index % 5] ?? 1)).toBe('scale 1-10')
    // Two steps are no rating, unless the column is named like one.
    expect(await typeOf('whatever', (index) => [3, 5][index % 2] ?? 1)).toBe('numeric')
    expect(await typeOf('whatever', (index) => [3, 4, 5][index % 3] ?? 1)).toBe('scale 1-5')
  })
})

describe('the part a column plays', () => {
  test('a rating named overall comes before others, an average of the unit after them', async () => {
    const text = csvOf(
      ['hotel', 'average_score', 'room', 'total_score', 'guest_review', 'days_since_review'],
      90,
      (index) => [
        `h${index % 6}`,
        `${7 + (index % 2)}.${index % 9}`,
        1 + (index % 5),
        1 + (index % 5),
        sentence(index),
        `${index} days`,
      ],
    )
    const plan = await planText(text)
    expect(plan.roles).toMatchObject({
      main: 'total_score',
      drivers: ['room', 'average_score'],
      comments: ['guest_review'],
    })
    expect(plan.views).toMatchObject([{ levels: ['hotel'] }])
  })

  test('a verdict is no unit, whatever else there is', async () => {
    const text = csvOf(['class', 'satisfaction'], 60, (index) => [
      ['eco', 'business'][index % 2] ?? '',
      ['satisfied', 'not satisfied', 'neutral'][index % 3] ?? '',
    ])
    expect((await planText(text)).views).toMatchObject([{ levels: ['class'] }])
  })
})

describe('names', () => {
  test('blank and repeated headers are named with a warning; headers that are names stay', async () => {
    const plan = await planText(
      'overall_rating,,name,Name,"How was it, then?",ålder,in\n5,a,b,c,d,30,x\n4,a,b,c,d,31,y\n',
    )
    expect(Object.keys(byVariable(plan))).toEqual([
      'overall_rating',
      'column_2',
      'name',
      'Name_2',
      'how_was_it_then',
      'ålder',
      'in_',
    ])
    expect(plan.columns.map(({ title }) => title)[0]).toBe('Overall rating')
    expect(plan.columns.flatMap(({ warnings }) => english(warnings)).join('; ')).toContain(
      'the header is blank: named column_2; the header "Name" occurs more than once: named Name_2',
    )
  })

  test('a column called date keeps its name only as the event date', async () => {
    const own = await planText('date,score\n2024-01-02,3\n2024-01-03,4\n')
    expect(own.roles.eventDate).toBe('date')
    const other = await planText('date,visit_date,score\n2024-01-02,2024-01-02,3\n', { date: 'visit_date' })
    expect(other.columns[0]?.variable).toBe('date_2')
    const birth = await planText('date,response_date\n,2024-01-02\n1980-02-03,2024-01-03\n,2024-01-04\n')
    expect(birth.roles.eventDate).toBe('response_date')
    expect(birth.columns[0]?.variable).toBe('date_2')
  })
})

describe('dates', () => {
  const rows = (dates: string[]): string => ['id,day', ...dates.map((date, index) => `${index},${date}`)].join('\n')

  test('a day over twelve settles the order', async () => {
    expect((await planText(rows(['03/04/2024', '13/04/2024']))).columns[1]?.plan).toMatchObject({
      form: { name: 'dd/mm/yyyy' },
    })
    expect((await planText(rows(['03/04/2024', '03/14/2024']))).columns[1]?.plan).toMatchObject({
      form: { name: 'mm/dd/yyyy' },
    })
  })

  test('an ambiguous order asks for a date format, naming the column', async () => {
    const open = rows(['03/04/2024', '05/06/2024'])
    await expect(planText(open)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringMatching(/column "day".*"03\/04\/2024" \(row 2\).*date format/),
      settings: ['dateFormat'],
      where: { row: 2, column: 'day' },
    })
    expect((await planText(open, { dateFormat: 'mm/dd/yyyy' })).columns[1]?.plan).toMatchObject({
      form: { name: 'mm/dd/yyyy' },
    })
  })

  test('another column of the file settles it too', async () => {
    const plan = await planText('sent,visited\n01/02/2024,31/01/2024\n03/04/2024,02/04/2024\n')
    expect(plan.columns[0]?.plan).toMatchObject({ form: { name: 'dd/mm/yyyy' } })
    expect(english(plan.columns[0]?.warnings).join()).toContain('like the other dates')
  })

  test('an impossible day in the event date names its row and column', async () => {
    const dates = Array.from({ length: 60 }, (_, index) => `${1 + (index % 28)}.02.2024`)
    dates[40] = '31.02.2024'
    await expect(planText(rows(dates))).rejects.toMatchObject({
      code: 'validation',
      settings: ['date', 'dateFormat'],
      where: { row: 42, column: 'day' },
    })
  })

  test('Excel day numbers are dates in a column that says so', async () => {
    const plan = await planText(csvOf(['visit date', 'amount'], 5, (index) => [41700 + index, 41700 + index]))
    expect(byVariable(plan)).toMatchObject({
      visit_date: { type: 'date (excel)', range: '2014-03-02 to 2014-03-06' },
      amount: { type: 'numeric' },
    })
  })

  test('a date asked for in a column without dates is an error', async () => {
    await expect(planText('a,b\nx,1\ny,2\n', { date: 'a' })).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining('"x" is not a date'),
    })
    await expect(planText('a,b\nx,1\n', { date: 'c' })).rejects.toMatchObject({
      code: 'validation',
      settings: ['date'],
    })
  })
})

describe('what a file leaves open', () => {
  test('of two dates equally good the one with fewer blanks is used, else the first, and the other is named', async () => {
    const rows = (blank: boolean): string =>
      csvOf(['sent', 'opened', 'score'], 40, (index) => [
        blank && index === 0 ? '' : `2024-01-1${index % 9}`,
        `2024-02-1${index % 9}`,
        1 + (index % 5),
      ])
    const first = await planText(rows(false))
    expect(first.roles.eventDate).toBe('sent')
    expect(first.notes.find(({ where }) => where.column === 'opened')).toMatchObject({ field: 'date' })
    expect(english(first.notes)).toContain(
      'Column "opened" would be as good an event date; "sent" is used because it comes first.',
    )
    const fuller = await planText(rows(true))
    expect(fuller.roles.eventDate).toBe('opened')
    expect(english(fuller.notes)).toContain(
      'Column "sent" would be as good an event date; "opened" is used because it has fewer blank cells.',
    )
    expect(english((await planText(rows(false), { date: 'opened' })).notes).join()).not.toContain('as good')
  })

  test('a scale with one value is told with its row and how to settle it', async () => {
    const plan = await planText(csvOf(['rating', 'store'], 30, (index) => [4, `s${index % 3}`]))
    expect(byVariable(plan)['rating']?.warnings).toEqual([
      'all answers are 4 (first in row 2), so the scale 1-4 is a guess. To settle it, import with a configuration that says questions: { rating: { min: 1, max: 4 } } with the ends of the scale',
    ])
    const settled = await planText(
      csvOf(['rating', 'store'], 30, (index) => [4, `s${index % 3}`]),
      {
        questions: { rating: { min: 0, max: 10 } },
      },
    )
    expect(byVariable(settled)['rating']).toMatchObject({ type: 'scale 0-10', warnings: [] })
  })

  test('columns without answers are left out and named, unless they are asked for', async () => {
    const text = csvOf(['rating', 'later', 'other'], 30, (index) => [1 + (index % 5), '', ''])
    const plan = await planText(text)
    expect(plan.columns.map(({ variable }) => variable)).toEqual(['rating'])
    expect(english(plan.notes).join()).toContain('2 columns without answers: later, other.')
    const asked = await planText(text, { questions: { later: { type: 'scale', min: 1, max: 5 } } })
    expect(byVariable(asked)).toMatchObject({ later: { type: 'scale 1-5' } })
  })
})

describe('keys', () => {
  test('the same key twice names both rows', async () => {
    await expect(planText('id,x\n7,a\n8,b\n7,c\n', { key: 'id' })).rejects.toMatchObject({
      code: 'validation',
      message: 'Rows 2 and 4 have the same key "7" in column "id".',
      where: { row: 4, column: 'id' },
    })
  })

  test('a blank key names its row', async () => {
    await expect(planText('id,x\n7,a\n,b\n', { key: 'id' })).rejects.toMatchObject({
      where: { row: 3, column: 'id' },
    })
  })
})

test("a report is told in the reader's language, with its places as data", async () => {
  const ratings = [...Array.from({ length: 1200 }, (_, index) => 1 + (index % 5)), 9]
  const plan = await planText(csvOf(['rating', ''], ratings.length, (index) => [ratings[index] ?? '', 'x']))
  const [rating, blank] = reportColumns(plan)
  expect(rating?.warnings.map(({ where, field }) => [where, field])).toEqual([[{ column: 'rating' }, 'decide']])
  expect(rating?.warnings.map(({ words }) => translate(words, 'sv'))).toEqual([
    '1 av 1\u00a0201 svar ligger över 5 (9): räknas med',
  ])
  expect(rating && [translate(rating.type, 'fi'), translate(rating.role, 'fi')]).toEqual([
    'asteikko 1-5',
    'pääarvosana',
  ])
  expect(blank && [translate(blank.column, 'da'), blank.warnings[0]?.where]).toEqual([
    '(kolonne 2)',
    { column: 'column_2' },
  ])
})

test('a file with names and no rows is an error', async () => {
  await expect(planText('a,b\n')).rejects.toMatchObject({
    code: 'validation',
    message: expect.stringContaining('no rows'),
  })
})
