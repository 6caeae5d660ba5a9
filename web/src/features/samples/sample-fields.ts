import type { SampleState } from '@gensvar/contract/entities/states'
import { sampleButtons } from '@gensvar/contract/sample-buttons'
import { fieldError, isBlankValue } from '#web/ui/form/check-field.ts'
import type { FieldValue, QuestionField } from '#web/ui/form/check-field.ts'
import { fieldKey } from '#web/ui/form/field-path.ts'
import type { Sample } from './queries.ts'

/** Values of a form's fields by their keys. */
export type FieldValues = Readonly<Record<string, FieldValue>>

export { fieldKey }

/** The path of a question in a form. */
export function fieldPath(questionId: string): `fields.${string}` {
  return `fields.${fieldKey(questionId)}`
}

/** Every field of a sample once: those of its groups and the questions about its state. */
export function fieldsOf(sample: Sample): QuestionField[] {
  const all = [
    sample.stateQuestion,
    sample.subStateQuestion,
    sample.evalPeriodQuestion,
    ...sample.groups.flatMap((group) => group.fields),
  ]
  const byId = new Map(all.flatMap((field) => (field === null ? [] : [[field.questionId, field] as const])))
  return [...byId.values()]
}

/** The values a form of the sample begins with. */
export function initialValues(sample: Sample): Record<string, FieldValue> {
  return Object.fromEntries(fieldsOf(sample).map((field) => [fieldKey(field.questionId), field.value]))
}

const written = (value: FieldValue | undefined) => JSON.stringify(isBlankValue(value) ? null : value)

/** The answers, by question, that are different from what the form was filled with. */
export function changedFields(sample: Sample, values: FieldValues, stored: FieldValues): Record<string, FieldValue> {
  const changed = fieldsOf(sample).filter(({ questionId }) => {
    const key = fieldKey(questionId)
    return written(values[key]) !== written(stored[key])
  })
  return Object.fromEntries(changed.map(({ questionId }) => [questionId, values[fieldKey(questionId)] ?? null]))
}

/** A comment for cancelling is never demanded, and one for approving only then. */
function isDemanded(field: QuestionField): boolean {
  return !field.optional && !field.cancelledComment
}

/**
 * What is wrong with a sample if it is saved in a state, by question: with the changed answers, and with all of them
 * where it is approved. Putting it off needs its period.
 */
export function wrongAnswers(
  sample: Sample,
  values: FieldValues,
  { state, changed }: { state: SampleState; changed: ReadonlySet<string> },
): Record<string, string> {
  const isApproved = state === '2' && (sample.state !== '2' || sample.showApproveButtonInState2)
  const isPutOff = state === '3' && sample.state !== '3'
  const wrong: Record<string, string> = {}
  for (const field of fieldsOf(sample)) {
    const { questionId } = field
    const isPeriod = isPutOff && questionId === sample.evalPeriodQuestion?.questionId
    if (!isApproved && !isPeriod && !changed.has(questionId)) continue
    const error = fieldError(
      { ...field, optional: !isPeriod && !isDemanded(field) },
      values[fieldKey(questionId)] ?? null,
    )
    if (error !== null) wrong[questionId] = error
  }
  return wrong
}

/** The fields that are asked for when a sample gets a state, as far as the caller may fill them in. */
export function commentFields(sample: Sample, state: SampleState): QuestionField[] {
  const marked = sample.groups
    .flatMap((group) => group.fields)
    .filter(
      (field) => !field.readOnly && (state === '4' ? field.cancelledComment : state === '2' && field.approvedComment),
    )
  return marked.map((field) => ({ ...field, optional: !isDemanded(field) }))
}

/** The states a sample can be given: its own, and those its buttons lead to. */
export function statesOffered(sample: Sample): SampleState[] {
  const buttons = sampleButtons(sample.state, sample)
  const offered: Partial<Record<SampleState, boolean>> = {
    '2': buttons.approve,
    '3': buttons.unapprove,
    '4': buttons.cancel,
  }
  return (['0', '1', '2', '3', '4'] as const).filter((state) => state === sample.state || offered[state] === true)
}
