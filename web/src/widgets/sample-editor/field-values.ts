import type { SampleEditorData } from '@gensvar/contract/entities/sample-editor'
import { fieldError, isBlankValue } from '#web/ui/form/check-field.ts'
import type { FieldValue } from '#web/ui/form/check-field.ts'
import { fieldKey, nameOfKey } from '#web/ui/form/field-path.ts'
import { fieldsIn } from './editor-tree.ts'

/** Values by the keys of their questions. */
export type FieldValues = Readonly<Record<string, FieldValue>>

/** The path of a question's field in the form. */
export function pathOf(questionId: string): `fields.${string}` {
  return `fields.${fieldKey(questionId)}`
}

/** The stored values of an editor's fields. */
export function storedValues(data: SampleEditorData): Record<string, FieldValue> {
  return Object.fromEntries(fieldsIn(data).map(({ questionId, value }) => [fieldKey(questionId), value]))
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
    .filter(({ readOnly, questionId }) => !readOnly && fieldKey(questionId) in values)
    .map((field) => [pathOf(field.questionId), fieldError(field, values[fieldKey(field.questionId)] ?? null)] as const)
  return Object.fromEntries(found.flatMap(([path, words]) => (words === null ? [] : [[path, words]])))
}

/** Values by question, as they are sent. */
export function byQuestion(values: FieldValues): Record<string, FieldValue> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [nameOfKey(key), value]))
}
