import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '#server/demo/random.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import type { StoredAnswer } from './answer-columns.ts'
import { AnswerReader, WrittenAnswers } from './written-answers.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

const variables = [
  'q1',
  'q2',
  'q10',
  'q11',
  'q12',
  'q13',
  'q14',
  'q15',
  'store',
  'a "b"',
  'c\\',
  'å',
  'été',
  '日本',
  '\u0001',
]
const reader = new AnswerReader(variables.map((variable) => [variable, variable]))

function read(answers: Parameters<typeof reader.read>[0]): Record<string, StoredAnswer> {
  const found: Record<string, StoredAnswer> = {}
  reader.read(answers, (variable, answer) => {
    if (Object.hasOwn(found, variable)) throw new Error(`${variable} is read twice`)
    found[variable] = answer
  })
  return found
}

/** What is to be read of an object: the answers to known questions. */
function known(answers: object): object {
  return Object.fromEntries(
    Object.entries(answers).filter(([variable, answer]) => answer !== null && variables.includes(variable)),
  )
}

/** Objects as PostgreSQL writes them, one a line. */
async function written(objects: readonly object[]): Promise<string> {
  const { rows } = await database.pool.query<{ text: string }>(
    `select string_agg(value::text, e'\\n') as text from jsonb_array_elements($1::jsonb) as value`,
    [JSON.stringify(objects)],
  )
  return rows[0]?.text ?? ''
}

function linesOf(text: string): WrittenAnswers[] {
  let start = 0
  return text.split('\n').map((line) => {
    const answers = new WrittenAnswers(text, start)
    start += line.length + 1
    return answers
  })
}

const numbers = [0, 7, -1, -0.5, 10.25, 1e-9, 1e21, 123456789012345, 1234567890123456, 2 ** 53 + 2, 0.1]
const texts = [
  '',
  'a',
  'store-0001',
  '"',
  '\\',
  '\\"',
  'a\\',
  '\n\t\u0001',
  '}{',
  ', "q1": 2',
  'Åsa',
  '👍🏽',
  '日本',
  '\u2028',
  '\uFFFF',
]
const others = [
  null,
  true,
  false,
  [],
  {},
  ['a', 'b'],
  ['"]', '\\', '}'],
  [1, [2, { q1: 3 }]],
  { q1: { q2: [','] } },
  [null],
]

describe('answers that PostgreSQL has written', () => {
  test.each([...numbers, ...texts, ...others])('are what they were: %j', async (answer) => {
    const objects = [
      { q2: answer },
      { q1: 1, q2: answer, q10: 3 },
      { other: answer, q2: 2 },
      { q2: 'x', store: answer },
    ]
    const lines = linesOf(await written(objects))
    expect(lines.map((line) => read(line))).toEqual(objects.map((object) => known(object)))
    expect(objects.map((object) => read(object as object as Record<string, StoredAnswer>))).toEqual(
      objects.map((object) => known(object)),
    )
  })

  test('are read whatever is answered and whatever else is in the object', async () => {
    const random = new Random('written answers')
    const names = [...variables, 'q', 'q3', 'q100', 'unknown', '', '"', '\\"', 'store2']
    const value = (): unknown =>
      random.pick<unknown>([random.int(0, 10), random.pick(numbers), random.pick(texts), random.pick(others)])
    const objects = Array.from({ length: 2000 }, () =>
      Object.fromEntries(names.filter(() => random.chance(0.6)).map((name) => [name, value()])),
    )
    const lines = linesOf(await written([{}, ...objects]))
    expect(lines.map((line) => read(line))).toEqual([{}, ...objects.map((object) => known(object))])
  })

  test.each(['', '[', '{"q1": 1', '{"q1": "a', '{"q1": ["a"', '{"q1"', '{q1: 1}', '{"q1": }', 'null'])(
    'are refused where they are something else: %s',
    (text) => {
      expect(() => read(new WrittenAnswers(text, 0))).toThrow(/./)
    },
  )
})
