import type { SampleEditorData } from '@gensvar/contract/entities/sample-editor'
import { fieldError, isBlankValue } from '#web/ui/form/check-field.ts'
import type { FieldValue } from '#web/ui/form/check-field.ts'
import { fieldsIn } from './editor-tree.ts'

/** Values by question. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/** The path of a question's field in the form. */
export function pathOf(questionId: string): `fields.${string}` {
  return `fields.${questionId}`
}

/** The stored values of an editor's fields. */
export function storedValues(data: SampleEditorData): Record<string, FieldValue> {
  return Object.fromEntries(fieldsIn(data).map(({ questionId, value }) => [questionId, value]))
}

function written(value: FieldValue | undefined): string {
  return isBlankValue(value) ? '' : JSON.stringify(value)
}

/** The values that differ from what they were. */
export function changedValues(values: FieldValues, before: FieldValues): Record<string, FieldValue> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => written(value) !== written(before[name])))
}

/** What is wrong with values of fields that the reader can change, by the field's path. */
export function wrongValues(data: SampleEditorData, values: FieldValues): Record<string, string> {
  const found = fieldsIn(data)
    .filter(({ readOnly, questionId }) => !readOnly && questionId in values)
    .map((field) => [pathOf(field.questionId), fieldError(field, values[field.questionId] ?? null)] as const)
  return Object.fromEntries(found.flatMap(([path, words]) => (words === null ? [] : [[path, words]])))
}
