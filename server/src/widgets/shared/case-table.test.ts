import { expect, test } from 'vitest'
import type { Column } from '@gensvar/contract/widgets/column'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { caseRow, caseTable } from './case-table.ts'

const question = (variable: string) =>
  ({ variable, type: 'text', title: {}, choiceByName: new Map() }) as unknown as Question
const model = {
  questions: new Map(['receipt', 'comment'].map((name) => [name, question(name)])),
  config: { interview: { open: [] } },
} as unknown as SurveyModel
const row = { id: 7, state: 0, eventDate: '2026-03-01', contact: {}, alertState: null } as unknown as CaseRow

const columns: Column[] = [
  { value: 'comment', extra: true },
  { value: 'receipt', extra: false, renderType: 'link', align: 'right', target: 'https://example.org/{id}/{receipt}' },
]

test('the flags of a column go with its header, and its target makes the link of each cell', () => {
  const { headers } = caseTable(model, columns)
  expect(headers).toMatchObject([
    { value: 'comment', extra: true, align: 'left', cellIndex: 0, renderType: 'string', target: null },
    { value: 'receipt', extra: false, align: 'right', cellIndex: 1, renderType: 'link', target: columns[1]?.target },
  ])
  const receiptOf = (receipt: string) =>
    caseRow(model, columns, { ...row, answers: { receipt } }, 'en').cells[headers[1]?.cellIndex ?? 0]
  expect(receiptOf('a/9')).toEqual({ text: 'a/9', link: 'https://example.org/7/a%2F9' })
  expect(receiptOf('')).toEqual({ text: '', link: null })
})

test('a target that makes no web address makes no link', () => {
  const [, receipt] = columns
  const cells = ['javascript:{receipt}', '{receipt}', undefined].map(
    (target) => caseRow(model, [{ ...receipt!, target }], { ...row, answers: { receipt: '9' } }, 'en').cells[0],
  )
  expect(cells).toEqual(cells.map(() => ({ text: '9', link: null })))
})
