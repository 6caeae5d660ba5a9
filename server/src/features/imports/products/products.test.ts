import { describe, expect, test } from 'vitest'
import type { ImportPlan } from '../plan/import-plan.ts'
import { byVariable, english, planFile, planText } from '../testing/planned-file.ts'
import { testWorkbook } from '../testing/test-files.ts'

/** A csv of rows of cells. */
function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\n')
}

/** Types by variable, for what a plan makes of a file. */
function types(plan: ImportPlan): Record<string, string> {
  return Object.fromEntries(Object.entries(byVariable(plan)).map(([variable, { type }]) => [variable, type]))
}

function titles(plan: ImportPlan): Record<string, string> {
  return Object.fromEntries(plan.columns.map(({ variable, title }) => [variable, String(title)]))
}

/** Answers counted by choice. */
function counts(plan: ImportPlan, variable: string): Record<string, number> {
  const values = plan.columns.find((column) => column.variable === variable)?.profile.values ?? []
  return Object.fromEntries([...values].map(([text, { count }]) => [text, count]))
}

const some = (index: number, below: number): number => (index * 7 + (index >> 2) * 3) % below
const times = <T>(count: number, row: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => row(index))

const qualtricsHead = [
  [
    ...['StartDate', 'EndDate', 'Status', 'IPAddress', 'Progress', 'Duration (in seconds)', 'Finished', 'RecordedDate'],
    ...['ResponseId', 'RecipientLastName', 'RecipientEmail', 'LocationLatitude', 'DistributionChannel', 'UserLanguage'],
    ...['Q1', 'Q1_NPS_GROUP', 'Q3_1', 'Q3_2', 'Q3_3', 'Q5_1', 'Q5_2', 'Q5_7', 'Q5_7_TEXT', 'Q6', 'store'],
  ],
  [
    ...['Start Date', 'End Date', 'Response Type', 'IP Address', 'Progress', 'Duration (in seconds)', 'Finished'],
    ...['Recorded Date', 'Response ID', 'Recipient Last Name', 'Recipient Email', 'Location Latitude'],
    ...['Distribution Channel', 'User Language', 'How likely are you to recommend us?', 'Group'],
    ...['How was the visit? - Staff', 'How was the visit? - Opening hours - weekend', 'How was the visit? - Parking'],
    ...['What did you use? - Selected Choice - Shop', 'What did you use? - Selected Choice - Café, indoors'],
    ...[
      'What did you use? - Selected Choice - Other',
      'What did you use? - Other - Text',
      'Which days suit you?',
      'store',
    ],
  ],
  [
    ...['startDate', 'endDate', 'status', 'ipAddress', 'progress', 'duration', 'finished', 'recordedDate', '_recordId'],
    ...['recipientLastName', 'recipientEmail', 'locationLatitude', 'distributionChannel', 'userLanguage'],
    ...['QID1', 'QID1_NPS_GROUP', 'QID3_1', 'QID3_2', 'QID3_3', 'QID5","choiceId":"1', 'QID5","choiceId":"2'],
    ...['QID5","choiceId":"7', 'QID5_7_TEXT', 'QID6', 'store'],
  ].map((id) => `{"ImportId":"${id}"}`),
] as const

const days = ['Monday', 'Tuesday', 'Any day, if dry', 'Sunday']

function qualtricsRow(index: number): (string | number)[] {
  const day = `2024-03-${10 + (index % 20)}`
  const other = index % 5 === 0
  return [
    ...[`${day} 10:00:00`, `${day} 10:05:00`, index === 3 ? 'Survey Preview' : 'IP Address', `10.0.0.${index}`],
    ...[index === 4 ? 40 : 100, 300 + index, index === 4 ? 'False' : 'True', `${day} 10:05:01`, `R_${index}`],
    ...[`Name${index}`, `p${index}@example.org`, '59.1', 'email', index % 2 ? 'SV' : 'EN', index % 11, 'Promoter'],
    ...[1 + some(index, 5), 1 + some(index + 1, 5), 1 + some(index + 2, 5)],
    ...[index % 2 ? 'Shop' : '', index % 3 ? 'Café, indoors' : '', other ? 'Other' : ''],
    ...[other ? `the big lawn number ${index} behind the house` : ''],
    ...[[days[index % 4], days[(index + 1 + (index % 3)) % 4]].slice(0, 1 + (index % 2)).join(',')],
    ...[`Shop ${index % 4}`],
  ]
}

describe('Qualtrics', () => {
  const rows = times(60, qualtricsRow)

  test('three header rows, choices over columns, a matrix and metadata', async () => {
    const plan = await planText(csv([...qualtricsHead, ...rows]))
    expect(english(plan.notes)[0]).toBe('Export of Qualtrics: 3 header rows.')
    expect(english(plan.notes)).toContain('Rows that are previews, by column "Status": 1. They are left out.')
    expect(english(plan.notes)).toContain(
      'Rows that are not finished, by column "Finished": 1. They are stored as not completed, and no figure of answers counts them.',
    )
    expect(english(plan.notes).join('\n')).toContain(
      'Columns of Qualtrics, not questions: Start Date, End Date, Response Type, IP Address, Progress,',
    )
    expect(plan.rows).toBe(59)
    expect(types(plan)).toMatchObject({
      IPAddress: 'text, identifier',
      LocationLatitude: 'text, identifier',
      RecipientEmail: 'text, email',
      Q1: 'scale 0-10',
      Q3_1: 'scale 1-5',
      Q3_2: 'scale 1-5',
      Q5: 'multiple choice (3 columns)',
      Q5_7_TEXT: 'text (en)',
      Q6: 'multiple choice (,)',
      store: 'single choice',
    })
    expect(Object.keys(types(plan))).not.toContain('Q5_1')
    expect(titles(plan)).toMatchObject({ Q3_1: 'Staff', Q3_2: 'Opening hours - weekend', Q5: 'What did you use?' })
    expect(counts(plan, 'Q5')).toEqual({ Shop: 29, 'Café, indoors': 40, Other: 12 })
    const joining = plan.columns.find(({ variable }) => variable === 'Q6')?.plan
    expect(joining).toMatchObject({ separator: ',', whole: ['Any day, if dry'] })
    expect(plan.roles).toMatchObject({
      eventDate: 'EndDate',
      // None of the aspects is the overall question, so the recommendation leads.
      main: 'Q1',
      recommend: { variable: 'Q1', kind: 'nps' },
      drivers: ['Q3_3', 'Q3_2', 'Q3_1'],
      contact: { email: 'RecipientEmail', name: 'RecipientLastName', language: 'UserLanguage' },
    })
    expect(plan.suggestedKey).toBe('ResponseId')
    expect(plan.views).toMatchObject([{ levels: ['store'] }])
  })

  test('a workbook of the same shape', async () => {
    const plan = await planFile(await testWorkbook({ Sheet0: [...qualtricsHead.map((row) => [...row]), ...rows] }))
    expect(english(plan.notes)[0]).toBe('Export of Qualtrics: 3 header rows.')
    expect(types(plan)).toMatchObject({ Q5: 'multiple choice (3 columns)', Q3_1: 'scale 1-5' })
  })

  test('previews and unfinished rows are included where asked for', async () => {
    const plan = await planText(csv([...qualtricsHead, ...rows]), { include: ['unfinished', 'preview'] })
    expect(english(plan.notes)).toContain(
      'Rows that are not finished, by column "Finished": 1. They count as completed.',
    )
    expect(plan.unfinished).toBeNull()
    expect(plan.rows).toBe(60)
  })

  test('without the row of ids, and without that of questions', async () => {
    const two = await planText(csv([...qualtricsHead.slice(0, 2), ...rows]))
    expect(english(two.notes)[0]).toBe('Export of Qualtrics: 2 header rows.')
    expect(types(two)).toMatchObject({ Q5: 'multiple choice (3 columns)' })
    const one = await planText(csv([...qualtricsHead.slice(0, 1), ...rows]))
    expect(english(one.notes)[0]).toBe('Export of Qualtrics: 1 header row.')
    expect(types(one)).toMatchObject({ Q3_1: 'scale 1-5', Q5_1: 'single choice' })
  })

  test('header rows of different widths are refused with the row, until it is said how many there are', async () => {
    const [names, questions, ids] = qualtricsHead
    const text = csv([names, questions, ids.slice(0, -1), ...rows])
    await expect(planText(text)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringContaining(
        'The header rows contradict each other: row 1 ends at column 25, row 3 at column 24.',
      ),
      settings: ['file', 'headerRows'],
      where: { row: 3 },
    })
    const forced = await planText(text, {}, { headerRows: 3 })
    expect(forced.rows).toBe(59)
  })

  test('a cell that is no id in the row of ids is refused with row and column', async () => {
    const [names, questions, ids] = qualtricsHead
    const stray = ids.map((id, index) => (index === 16 ? '5' : id))
    await expect(planText(csv([names, questions, stray, ...rows]))).rejects.toMatchObject({
      settings: ['file', 'headerRows'],
      where: { row: 3, column: 'Q3_1' },
    })
  })

  test('an id that repeats is noted with row and column', async () => {
    const [names, questions, ids] = qualtricsHead
    const twice = ids.map((id, index) => (index === 17 ? (ids[16] ?? id) : id))
    const plan = await planText(csv([names, questions, twice, ...rows]))
    expect(plan.notes.find(({ where }) => where.column === 'Q3_2')).toMatchObject({ where: { row: 3, column: 'Q3_2' } })
  })

  test('a file of previews alone is refused with the choice to include them', async () => {
    const previews = rows.map((row) => row.map((cell, index) => (index === 2 ? 'Survey Preview' : cell)))
    await expect(planText(csv([...qualtricsHead, ...previews]))).rejects.toMatchObject({ settings: ['include'] })
  })

  test('a response that is there twice asks which row counts, naming both', async () => {
    const double = csv([...qualtricsHead, ...rows, [...(rows[5] ?? [])]])
    await expect(planText(double)).rejects.toMatchObject({
      message: 'Rows 9 and 64 have the same id "R_5" in column "ResponseId". Choose which of such rows count.',
      settings: ['repeated'],
      where: { row: 64, column: 'ResponseId' },
    })
    const once = await planText(double, {}, { repeated: 'last' })
    expect(once.rows).toBe(59)
    expect(english(once.notes)).toContain(
      'Rows with an id in column "ResponseId" that a later row has: 1. They are left out.',
    )
    expect((await planText(double, {}, { repeated: 'all' })).rows).toBe(60)
  })
})

test('SurveyMonkey: two header rows, labels in the cells, an open choice', async () => {
  const head = [
    [
      ...['Respondent ID', 'Collector ID', 'Start Date', 'End Date', 'IP Address', 'Email Address', 'First Name'],
      ...['Last Name', 'How satisfied are you with the following?', '', 'Where do you shop?', '', ''],
      ...['Which town are you from?', '', 'Anything else?'],
    ],
    [
      ...['', '', '', '', '', '', '', '', 'Selection', 'Queues', 'On the web', 'In a shop', 'Other (please specify)'],
      ...['Response', 'Other (please specify)', 'Open-Ended Response'],
    ],
  ]
  const rows = times(60, (index) => [
    ...[1000 + index, 77, `03/${10 + (index % 20)}/2024 10:00:00 AM`, `03/${10 + (index % 20)}/2024 10:04:00 AM`],
    ...[`10.0.0.${index}`, '', '', '', 1 + some(index, 5), 1 + some(index + 3, 5)],
    ...[index % 2 ? 'On the web' : '', index % 3 ? 'In a shop' : '', index % 10 === 0 ? `at fair ${index}` : ''],
    ...[['Oslo', 'Bergen', 'Bodø'][index % 3] ?? '', index % 20 === 0 ? 'Voss' : ''],
    ...[index % 2 ? `It was a good visit, thank you, and number ${index}` : ''],
  ])
  const plan = await planText(csv([...head, ...rows]))
  expect(english(plan.notes)[0]).toBe('Export of SurveyMonkey: 2 header rows.')
  expect(types(plan)).toMatchObject({
    Selection: 'scale 1-5',
    Queues: 'scale 1-5',
    where_do_you_shop: 'multiple choice (3 columns)',
    which_town_are_you_from: 'single choice',
    anything_else: 'text (en)',
  })
  expect(counts(plan, 'where_do_you_shop')).toEqual({ 'On the web': 30, 'In a shop': 40, 'Other (please specify)': 6 })
  expect(titles(plan)).toMatchObject({ where_do_you_shop: 'Where do you shop?', Selection: 'Selection' })
  // What was specified stays a question of its own; the choices that have only marks do not.
  expect(plan.columns.map(({ header }) => header)).toContain('Where do you shop? [Other (please specify)]')
  expect(plan.columns.map(({ header }) => header)).not.toContain('Where do you shop? [On the web]')
  expect(plan.roles).toMatchObject({ eventDate: 'end_date' })
  expect(plan.suggestedKey).toBe('respondent_id')
})

describe('LimeSurvey', () => {
  const codes = ['id', 'submitdate', 'lastpage', 'startlanguage', 'seed', 'startdate', 'datestamp']
  const asked = ['G01Q01[SQ001]', 'G01Q01[SQ002]', 'G01Q02[SQ001]', 'G01Q02[SQ002]', 'G01Q02[other]', 'G01Q03']
  const rows = times(40, (index) => [
    ...[index + 1, index % 8 === 0 ? '' : `2024-03-${10 + (index % 20)} 11:00:00`, index % 8 === 0 ? 1 : 3, 'sv'],
    ...[123456 + index * 31, `2024-03-${10 + (index % 20)} 10:55:00`, `2024-03-${10 + (index % 20)} 11:00:00`],
    ...[1 + some(index, 5), 1 + some(index + 1, 5), index % 2 ? 'Y' : 'N', index % 3 ? 'Y' : 'N'],
    ...[index % 9 === 0 ? `något annat ${index}` : '', ['A', 'B', 'C'][index % 3] ?? ''],
  ])

  test('codes in the header', async () => {
    const plan = await planText(csv([[...codes, ...asked], ...rows]))
    expect(english(plan.notes)[0]).toBe('Export of LimeSurvey: 1 header row.')
    expect(english(plan.notes).join('\n')).toContain('Rows that are not finished, by column "submitdate": 5.')
    expect(types(plan)).toMatchObject({
      g01q01_sq001: 'scale 1-5',
      G01Q02: 'multiple choice (3 columns)',
      g01q02_other: 'single choice',
    })
    expect(counts(plan, 'G01Q02')).toEqual({ SQ001: 20, SQ002: 26, other: 5 })
    expect(plan.roles.eventDate).toBe('submitdate')
    expect(plan.roles.contact.language).toBe('startlanguage')
  })

  test('codes with questions, and questions alone', async () => {
    const texts = ['How was it? [Staff]', 'How was it? [Food]', 'What did you buy? [Bread]', 'What did you buy? [Milk]']
    const all = [...texts, 'What did you buy? [Other]', 'Group']
    const both = asked.map((code, index) => `${code}. ${all[index] ?? ''}`)
    const plan = await planText(csv([[...codes.map((code) => `${code}. ${code}`), ...both], ...rows]))
    expect(titles(plan)).toMatchObject({ g01q01_sq001: 'Staff', G01Q02: 'What did you buy?' })
    expect(counts(plan, 'G01Q02')).toEqual({ Bread: 20, Milk: 26, Other: 5 })
    const words = [
      'Response ID',
      'Date submitted',
      'Last page',
      'Start language',
      'Seed',
      'Date started',
      'Date last action',
    ]
    const full = await planText(csv([[...words, ...all], ...rows]))
    expect(english(full.notes)[0]).toBe('Export of LimeSurvey: 1 header row.')
    expect(types(full)).toMatchObject({ Staff: 'scale 1-5', what_did_you_buy: 'multiple choice (3 columns)' })
    expect(full.roles.eventDate).toBe('date_submitted')
  })

  test('a survey without dates has none, whatever its date of submission says', async () => {
    const undated = rows.map(([id, , ...rest]) => [
      id ?? '',
      '1980-01-01 00:00:00',
      ...rest.slice(0, 3),
      '',
      '',
      ...rest.slice(5),
    ])
    const plan = await planText(csv([[...codes, ...asked], ...undated]))
    expect(plan.roles.eventDate).toBeNull()
  })
})

test('Google Forms: grids, and choices joined by commas that contain commas', async () => {
  const choices = ['Price', 'Service, incl. staff', 'Opening hours', 'Parking (cars, bikes)']
  const head = [
    'Timestamp',
    'Email Address',
    'How was it? [Staff]',
    'How was it? [Food]',
    'What matters to you?',
    'Was it good?',
  ]
  const rows = times(60, (index) => [
    ...[`2024/03/${10 + (index % 20)} 6:22:52 PM GMT+1`, `a${index}@example.org`],
    ...[1 + some(index, 5), 1 + some(index + 2, 5)],
    ...[choices.filter((_, at) => (index + 1) & (1 << at)).join(', ')],
    ...[['Yes, very', 'Yes, somewhat', 'No'][index % 3] ?? ''],
  ])
  const plan = await planText(csv([head, ...rows]))
  expect(english(plan.notes)[0]).toBe('Export of Google Forms: 1 header row.')
  expect(types(plan)).toMatchObject({
    Staff: 'scale 1-5',
    Food: 'scale 1-5',
    what_matters_to_you: 'multiple choice (,)',
    was_it_good: 'single choice',
  })
  const joining = plan.columns.find(({ variable }) => variable === 'what_matters_to_you')?.plan
  expect(joining?.type === 'multiple' && [...joining.whole].sort()).toEqual([choices[3], choices[1]])
  expect(plan.roles).toMatchObject({ eventDate: 'Timestamp', contact: { email: 'email_address' } })
})

test('Microsoft Forms: choices that end with a semicolon', async () => {
  const head = [
    'Id',
    'Start time',
    'Completion time',
    'Email',
    'Name',
    'How was it?',
    'What did you use?',
    'Which one?',
  ]
  const rows = times(40, (index) => [
    ...[index + 1, `3/${13 + (index % 15)}/24 10:00:00`, `3/${13 + (index % 15)}/24 10:02:00`, 'anonymous', ''],
    ...[1 + some(index, 5), index % 3 ? 'Shop;' : 'Café;Shop;', `Only ${index % 3};`],
  ])
  const plan = await planText(csv([head, ...rows]))
  expect(english(plan.notes)[0]).toBe('Export of Microsoft Forms: 1 header row.')
  expect(types(plan)).toMatchObject({
    how_was_it: 'scale 1-5',
    what_did_you_use: 'multiple choice (;)',
    which_one: 'multiple choice (;)',
    Email: 'text, email',
  })
  expect(plan.roles).toMatchObject({ eventDate: 'completion_time' })
  expect(plan.suggestedKey).toBe('Id')
})

test('Formbricks: numbered questions, a matrix, facts of the visit and hidden fields', async () => {
  const head = [
    ...[
      'No.',
      'Response ID',
      'Timestamp',
      'Finished',
      'Survey ID',
      'User ID',
      'Notes',
      'Tags',
      'source',
      'url',
      'country',
    ],
    ...[
      'userAgent - browser',
      '1. How likely are you to recommend us?',
      '2. How was it? - Staff',
      '2. How was it? - Food',
    ],
    ...['3. What did you use?', '3. What did you use? - Option ID', 'store'],
  ]
  const rows = times(40, (index) => [
    ...[index + 1, `resp${index}`, `2024-03-${10 + (index % 20)} 10:00:00`, index % 10 === 0 ? 'No' : 'Yes', 's1', ''],
    ...[
      '',
      'vip',
      'link',
      'https://example.org',
      'SE',
      'Firefox',
      index % 11,
      1 + some(index, 5),
      1 + some(index + 1, 5),
    ],
    ...[index % 2 ? 'Shop; Café' : 'Shop', 'abc; def', `Shop ${index % 4}`],
  ])
  const plan = await planText(csv([head, ...rows]))
  expect(english(plan.notes)[0]).toBe('Export of Formbricks: 1 header row.')
  expect(english(plan.notes).join('\n')).toContain('Rows that are not finished, by column "Finished": 4.')
  expect(types(plan)).toMatchObject({
    how_likely_are_you_to_recommend_us: 'scale 0-10',
    Staff: 'scale 1-5',
    what_did_you_use: 'multiple choice (;)',
    country: 'text, identifier',
  })
  expect(plan.roles).toMatchObject({ eventDate: 'Timestamp', recommend: { kind: 'nps' } })
  expect(plan.views).toMatchObject([{ levels: ['store'] }])
})

test('KoboToolbox: groups, several answers beside their joined column, places', async () => {
  const head = [
    ...[
      'start',
      'end',
      'today',
      'deviceid',
      'visit/clinic',
      'visit/services',
      'visit/services/care',
      'visit/services/drugs',
    ],
    ...[
      'visit/rating',
      'home',
      '_home_latitude',
      '_home_longitude',
      '_id',
      '_uuid',
      '_submission_time',
      '_validation_status',
    ],
  ]
  const rows = times(40, (index) => {
    const day = `2024-03-${10 + (index % 20)}`
    const [care, drugs] = [index % 2, index % 3 === 0 ? 1 : 0]
    return [
      ...[`${day}T10:00:00.000+01:00`, `${day}T10:09:00.000+01:00`, day, 'phone1', `Clinic ${index % 3}`],
      ...[[care ? 'care' : '', drugs ? 'drugs' : ''].join(' ').trim(), care, drugs, 1 + some(index, 5)],
      ...['59.1 17.2 0 0', 59.1, 17.2, 500 + index, `uuid-${index}`, `${day}T11:00:00`, ''],
    ]
  })
  const plan = await planText(csv([head, ...rows]))
  expect(english(plan.notes)[0]).toBe('Export of KoboToolbox: 1 header row.')
  expect(types(plan)).toMatchObject({
    clinic: 'single choice',
    services: 'multiple choice (2 columns)',
    rating: 'scale 1-5',
    _home_latitude: 'text, identifier',
  })
  expect(plan.columns.map(({ header }) => header)).not.toContain('visit/services/care')
  expect(counts(plan, 'services')).toEqual({ care: 20, drugs: 14 })
  expect(titles(plan)).toMatchObject({ rating: 'Rating', services: 'Services' })
  expect(plan.roles.eventDate).toBe('end')
  expect(plan.suggestedKey).toBe('_uuid')
})

test('a file of another program is no export', async () => {
  for (const head of ['id,store,submitted,score', 'Timestamp,temp,unit', 'start,end,_id,x']) {
    const plan = await planText(csv([head.split(','), ...times(10, (index) => [index, 'a', 'b', 1 + (index % 5)])]))
    expect(english(plan.notes)[0]).toMatch(/^Text in UTF-8/)
  }
})
