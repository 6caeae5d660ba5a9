import type { Condition } from '@gensvar/contract/conditions'
import { plainToken } from '@gensvar/contract/drill-path'
import { expect, test } from 'vitest'
import type { Unit } from '#server/domain/survey/unit-tree.ts'
import { answersInCommon } from './side-answers.ts'

type Model = Parameters<typeof answersInCommon>[0]
type Side = Parameters<typeof answersInCommon>[1]

const model = {
  questions: new Map([
    ['gender', { type: 'single' }],
    ['reasons', { type: 'multiple' }],
  ]),
  anonymity: null,
} as unknown as Model
const anonymous: Model = { ...model, anonymity: {} as Model['anonymity'] }

/** A side by the ids of its units from the top, its conditions and its view. */
function side(units: number[], filterConditions: Condition[] = [], view = 'stores', asOf: string | null = null): Side {
  const steps = units.map((id) => ({ id }) as Unit)
  const tree = { pathOf: () => steps } as unknown as Side['tree']
  const place = units.map((id) => plainToken(`level${id}`, String(id)))
  return { path: { view, place, filters: [] }, tree, unit: steps.at(-1) ?? null, filterConditions, asOf }
}

const dates = (from: string | null, to: string | null): Condition => ({ kind: 'dates', variable: 'date', from, to })
const choice = (variable: string, ...include: string[]): Condition => ({
  ...({ kind: 'choice', variable, include } as const),
  ...{ exclude: [], contains: [], excludeContains: [] },
})

test('places are apart, or one lies within the other; places of two views may overlap', () => {
  expect(answersInCommon(model, side([1, 2]), side([1, 3]))).toBe('none')
  expect(answersInCommon(model, side([1]), side([1, 3]))).toBe('part')
  expect(answersInCommon(model, side([]), side([1], [], 'regions'))).toBe('part')
  expect(answersInCommon(model, side([1, 3]), side([1]))).toBe('whole')
  expect(answersInCommon(model, side([1]), side([1]))).toBe('same')
  expect(answersInCommon(model, side([1]), side([2], [], 'regions'))).toBe('some')
  expect(answersInCommon(model, side([1]), side([1], [], 'stores', '2026-02-10'))).toBe('some')
})

test('periods are apart, overlap, or one lies within the other', () => {
  const of = (a: Condition[], b: Condition[], survey = model) => answersInCommon(survey, side([1], a), side([1], b))
  const january = [dates('2026-01-01', '2026-02-01')]
  const quarter = [dates('2026-01-01', '2026-04-01')]
  expect(of(january, [dates('2026-02-01', '2026-03-01')])).toBe('none')
  expect(of(quarter, january)).toBe('part')
  expect(of(january, [])).toBe('whole')
  expect(of(january, [dates('2026-01-15', '2026-02-15')])).toBe('some')
  // A long period of an anonymous survey has only the closed ones in it.
  expect(of(quarter, january, anonymous)).toBe('some')
  expect(of(january, [dates('2026-02-01', '2026-03-01')], anonymous)).toBe('none')
})

test('filters are apart only by other answers to a question that takes one', () => {
  const of = (a: Condition[], b: Condition[]) => answersInCommon(model, side([], a), side([], b))
  expect(of([choice('gender', 'male')], [choice('gender', 'female')])).toBe('none')
  expect(of([choice('gender', 'male')], [choice('gender', 'male', 'female')])).toBe('some')
  expect(of([choice('reasons', 'price')], [choice('reasons', 'staff')])).toBe('some')
  expect(of([choice('name', 'a')], [choice('name', 'b')])).toBe('some')
  expect(of([], [choice('reasons', 'staff')])).toBe('part')
  expect(of([choice('gender', 'male'), choice('reasons', 'staff')], [choice('gender', 'male')])).toBe('whole')
  const range = (from: number, to: number): Condition => ({ kind: 'range', variable: 'age', from, to })
  expect(of([range(18, 30)], [range(31, 40)])).toBe('none')
  expect(of([range(18, 30)], [range(30, 40)])).toBe('some')
})

test('one side lies within the other only if it does so in all that differs', () => {
  const january = dates('2026-01-01', '2026-02-01')
  expect(answersInCommon(model, side([]), side([1], [january]))).toBe('part')
  expect(answersInCommon(model, side([], [january]), side([1]))).toBe('some')
  expect(answersInCommon(model, side([2], [january]), side([1]))).toBe('none')
})
