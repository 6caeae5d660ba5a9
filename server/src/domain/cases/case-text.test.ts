import { expect, test, vi } from 'vitest'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { answerWords, dateText, fillTemplate } from './case-text.ts'

const model = { questions: new Map() } as unknown as SurveyModel
const row = { id: 7, eventDate: '2026-03-01', answers: {}, contact: { name: 'Ann', email: '', phone: '- 08' } }

test('replaces the fields of a template, and removes the separator of an empty one', () => {
  const fill = (template: string): string => fillTemplate(model, row, template, 'en')
  expect(fill('{name}, {eventdate}')).toBe('Ann, 1 Mar 2026')
  expect(fill('{name}, {email}, {id}')).toBe('Ann, 7')
  expect(fill('{email}, {unknown}; {name} – {email}')).toBe('Ann')
  expect(fill('Customer {email}: {name}')).toBe('Customer: Ann')
  expect(fill('{email}')).toBe('')
})

test('a list of a thousand rows creates its formatters once', () => {
  const made = [vi.spyOn(Intl, 'DateTimeFormat'), vi.spyOn(Intl, 'NumberFormat')]
  const question = { type: 'numeric', choiceByName: new Map() } as unknown as Question
  for (let row = 0; row < 1000; row++) {
    expect(dateText('2026-03-01', 'sv')).toBe('1 mars 2026')
    expect(answerWords(question, 1234.5, 'da')).toBe('1.234,5')
  }
  for (const spy of made) {
    expect(spy.mock.calls.length).toBeLessThanOrEqual(2)
    spy.mockRestore()
  }
})
