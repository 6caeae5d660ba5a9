import { describe, expect, test } from 'vitest'
import { byVariable, csvOf, english, planText } from '../testing/planned-file.ts'

/** Three questions to each of 40 people, a row for each answer, in the order of the questions. */
const headers = ['Respondent ID', 'Answered at', 'Store', 'Question no', 'Question', 'Answer']
const questions = [
  'How likely are you to recommend us?',
  'How satisfied are you with the staff?',
  'What can we do better?',
]
const answers = [
  (person: number) => String(person % 11),
  (person: number) => ['Very satisfied', 'Satisfied', 'Dissatisfied', 'Very dissatisfied'][person % 4] ?? '',
  (person: number) => (person % 2 ? `Please open earlier on day ${person} of the month` : ''),
]
const long = csvOf(headers, 120, (index) => {
  const [person, asked] = [index % 40, Math.floor(index / 40)]
  const day = `2026-03-${String(10 + (person % 20))}`
  return [`p${person}`, day, `Store ${person % 4}`, asked + 1, questions[asked] ?? '', answers[asked]?.(person) ?? '']
})

describe('a file with one row for each answer', () => {
  test('becomes one row for each response, and says so', async () => {
    const plan = await planText(long)
    expect(plan.rows).toBe(40)
    expect(plan.roles).toMatchObject({
      main: 'how_satisfied_are_you_with_the_staff',
      recommend: { variable: 'how_likely_are_you_to_recommend_us', kind: 'nps' },
      comments: ['what_can_we_do_better'],
      eventDate: 'answered_at',
    })
    expect(plan.views).toMatchObject([{ levels: ['Store'] }])
    expect(plan.suggestedKey).toBe('respondent_id')
    expect(byVariable(plan)['what_can_we_do_better']).toMatchObject({ blanks: 20 })
    const notes = english(plan.notes)
    expect(notes).toContain(
      'The file has one row for each answer: its 120 rows are turned into 40 responses, one for each "Respondent ID", with a column for each of 3 questions in "Question" and its answers from "Answer". If each row is a response of its own, choose that all count.',
    )
    expect(notes).toContain('Left out, as they differ between the answers of one response: Question no.')
    expect(plan.notes.find(({ field }) => field === 'repeated')).toMatchObject({ where: { column: 'Question' } })
  })

  test('has all rows counted where that is chosen, which is told as well', async () => {
    const plan = await planText(long, {}, { repeated: 'all' })
    expect(plan.rows).toBe(120)
    expect(english(plan.notes).join('\n')).toContain('so one person counts several times.')
  })

  test('keeps the last answer where a person answered a question twice, and counts these', async () => {
    const plan = await planText(`${long}\n"p3","2026-03-13","Store 3","1","${questions[0] ?? ''}","10"`)
    expect(plan.rows).toBe(40)
    expect(english(plan.notes)).toContain(
      'Answers to a question that a later row of the same "Respondent ID" answers again: 1. The last one counts.',
    )
    const rating = plan.columns.find(({ variable }) => variable === 'how_likely_are_you_to_recommend_us')
    expect(rating?.profile.values.get('3')?.count).toBe(3)
  })

  test('keeps a row without an id as a response of its own', async () => {
    const plan = await planText(`${long}\n"","2026-03-13","Store 3","1","${questions[0] ?? ''}","10"`)
    expect(plan.rows).toBe(41)
  })

  test.each([
    {
      what: 'ids are not repeated',
      text: csvOf(headers, 60, (index) => [`p${index}`, '2026-03-13', 'S', 1, questions[index % 3] ?? '', index % 5]),
    },
    {
      what: 'the same question is answered again and again',
      text: csvOf(headers, 60, (index) => [
        `p${index % 6}`,
        '2026-03-13',
        'S',
        1,
        questions[index % 2] ?? '',
        index % 5,
      ]),
    },
    {
      what: 'the column of questions holds what people asked',
      text: csvOf(headers, 60, (index) => [
        `p${index % 30}`,
        '2026-03-13',
        'S',
        1,
        `Where is shelf ${index}?`,
        index % 5,
      ]),
    },
  ])('is not seen where $what', async ({ text }) => {
    const plan = await planText(text)
    expect(plan.rows).toBe(60)
    expect(english(plan.notes).join('\n')).not.toContain('one row for each answer')
  })
})

test('labels at both ends of a usual scale are a scale, however few of its steps are given', async () => {
  const cells = ['0 - < Very Unlikely', '10 - Very Likely >', '1']
  const plan = await planText(csvOf(['Would you recommend us?', 'day'], 30, (index) => [cells[index % 3] ?? '', 'x']))
  expect(byVariable(plan)['would_you_recommend_us']).toMatchObject({ type: 'scale 0-10', warnings: [] })
  expect(plan.roles.recommend).toMatchObject({ kind: 'nps' })
})
