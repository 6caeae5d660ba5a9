import { expect, test } from 'vitest'
import type { SurveyModel } from '../survey-model.ts'
import { fillTemplate } from './case-text.ts'

const model = { questions: new Map() } as unknown as SurveyModel
const row = { id: 7, eventDate: '2026-03-01', answers: {}, contact: { name: 'Ann', email: '', phone: '- 08' } }

test('fills the places of a template, and leaves no separator of an empty one behind', () => {
  const fill = (template: string): string => fillTemplate(model, row, template, 'en')
  expect(fill('{name}, {eventdate}')).toBe('Ann, 1 Mar 2026')
  expect(fill('{name}, {email}, {id}')).toBe('Ann, 7')
  expect(fill('{email}, {unknown}; {name} – {email}')).toBe('Ann')
  expect(fill('Customer {email}: {name}')).toBe('Customer: Ann')
  expect(fill('{email}')).toBe('')
})
