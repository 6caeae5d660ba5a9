import type { gradedAnswer, labelledValue } from '@gensvar/contract/entities/interview'
import type { Locale } from '@gensvar/contract/local-text'
import type { z } from 'zod'
import { fieldText } from '#server/domain/cases/case-text.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { gradeOf } from '#server/domain/indicators/grade.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'

/** An interview with what is needed to show it. */
export interface Reading {
  model: SurveyModel
  row: CaseRow
  locale: Locale
}

type LabelledValue = z.infer<typeof labelledValue>
type GradedAnswer = z.infer<typeof gradedAnswer>

/** Fields with their labels; those without a value are left out. */
export function labelledFields(reading: Reading, names: readonly string[]): LabelledValue[] {
  return names.flatMap((name) => {
    const value = fieldText(reading.model, reading.row, name, reading.locale)
    return value === '' ? [] : [{ label: labelOf(reading.model, name), value, ...internalOf(reading, name) }]
  })
}

/** Graded answers with an icon each; questions without an answer are left out. */
export function gradedFields(reading: Reading, names: readonly string[]): GradedAnswer[] {
  return names.flatMap((name) => {
    const [field] = labelledFields(reading, [name])
    return field ? [{ ...field, icon: gradeOf(reading.model, reading.row, name) }] : []
  })
}

/** The interview's answer as a number, or null. */
export function numberOf(row: Pick<CaseRow, 'answers'>, name: string | undefined): number | null {
  const answer = name === undefined ? undefined : row.answers[name]
  return typeof answer === 'number' ? answer : null
}

function labelOf(model: SurveyModel, name: string) {
  const question = model.questions.get(name)
  return question ? titleOf(question) : name
}

function internalOf({ model, row }: Reading, name: string): { internalValue?: string } {
  if (!model.config.interview.showInternalValues) return {}
  const answer = row.answers[name]
  if (answer === undefined) return {}
  return { internalValue: `${name} = ${Array.isArray(answer) ? answer.join(';') : String(answer)}` }
}
