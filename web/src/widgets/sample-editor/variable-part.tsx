import { QuestionFieldInput } from '#web/ui/form/question-field-input.tsx'
import { useEditor } from './editor-context.ts'
import { pathOf } from './field-values.ts'
import type { PartOf } from './part-types.ts'

/** A question of the sample as a field. */
export function VariablePart({ part: { field } }: { part: PartOf<'variable'> }) {
  const { form, isEditable } = useEditor()
  if (field === undefined) return null
  return <QuestionFieldInput field={field} readOnly={!isEditable} {...form.field(pathOf(field.questionId))} />
}
