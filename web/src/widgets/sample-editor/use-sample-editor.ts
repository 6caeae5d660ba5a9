import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SampleEditorData } from '@gensvar/contract/entities/sample-editor'
import { updateSampleEditor } from '@gensvar/contract/samples'
import { ApiError } from '#web/lib/api-error.ts'
import type { FieldValue } from '#web/ui/form/check-field.ts'
import { focusField, shownFields } from '#web/ui/form/form-place.ts'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import type { Editor, EditorBody, Leave, SampleEditorProps } from './editor-context.ts'
import { editorQuery } from './editor-query.ts'
import { typesIn } from './editor-tree.ts'
import { byQuestion, changedValues, storedValues, wrongValues } from './field-values.ts'
import { useTexts } from './texts.ts'

/** Marks the edit button, which gets the focus back when editing is given up. */
export const editMark = { 'data-edit': true }

/** The state of a sample that is not asked any more. */
const cancelled = '4'

function bodyOf(data: SampleEditorData) {
  return { version: data.version, overwrite: false, fields: storedValues(data), stateChange: null }
}

/** The form of an editor, and what its buttons do. Only fields that were changed here are sent. */
export function useSampleEditor(data: SampleEditorData, props: SampleEditorProps): Editor {
  const { survey, component, sampleId, onSaved, onClose, leaveRef } = props
  const t = useTexts()
  const queryClient = useQueryClient()
  const place = { survey, component, sampleId }
  const query = editorQuery(place)
  const hasEditButton = typesIn(data).has('edit-button')
  const [isOpened, setOpened] = useState(false)
  const isEditable = data.rights.canEdit && (!hasEditButton || isOpened)
  const commentLeave = useRef<Leave | null>(null)
  const initial = bodyOf(data)
  // What the fields were filled with. Somebody else's changes that come in later are not mistaken for ones made here.
  const before = useRef<Record<string, FieldValue>>(initial.fields)

  const form = useContractForm(updateSampleEditor, {
    params: place,
    initial,
    complete: (values) => {
      const fields = values.fields as Record<string, FieldValue>
      const changed = changedValues(fields, before.current)
      // Whoever is cancelled may be known incompletely.
      const { stateChange } = values as EditorBody
      const checked = stateChange?.toState === cancelled ? changed : fields
      const wrong = data.rights.canEdit ? wrongValues(data, checked) : {}
      if (Object.keys(wrong).length > 0) {
        // What is wrong can only be put right in fields that can be changed.
        setOpened(true)
        return Promise.reject(new ApiError('validation', '', { fields: wrong }))
      }
      return Promise.resolve({ ...values, fields: byQuestion(changed) })
    },
    latest: async () => bodyOf(await queryClient.fetchQuery({ ...query, staleTime: 0 })),
    done: () => t('saved'),
    onSaved: (saved) => {
      queryClient.setQueryData(query.queryKey, saved)
      setOpened(false)
      onSaved?.(saved)
    },
  })
  const values = form.values.fields as Record<string, FieldValue>
  const isFilledIn = Object.keys(changedValues(values, initial.fields)).length > 0
  useEffect(() => {
    if (!isFilledIn) before.current = initial.fields
  })

  const { element } = form.state
  const leave: Leave = (act) => form.leave(() => (commentLeave.current === null ? act() : commentLeave.current(act)))
  useImperativeHandle(leaveRef, () => leave)

  return {
    place,
    data,
    form,
    isEditable,
    isOpened,
    isChanged: isFilledIn,
    commentLeave,
    edit: () => {
      flushSync(() => setOpened(true))
      const first = element === null ? undefined : shownFields(element).find((path) => path.startsWith('fields.'))
      if (element !== null && first !== undefined) focusField(element, first)
    },
    changeState: (change) => void form.state.submit({ body: { stateChange: change } }),
    cancel: () => {
      const wasOpened = isOpened
      flushSync(() => {
        form.reset()
        setOpened(false)
      })
      if (wasOpened) element?.querySelector<HTMLElement>('[data-edit]')?.focus()
      else leave(onClose)
    },
  }
}
