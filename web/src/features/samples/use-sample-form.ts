import { useQueryClient } from '@tanstack/react-query'
import { getSample, updateSample, validateSample } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import type { FieldValue } from '#web/ui/form/check-field.ts'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { notifyError } from '#web/ui/notify.tsx'
import type { Sample, SampleRef } from './queries.ts'
import { changedFields, fieldPath, initialValues, wrongAnswers } from './sample-fields.ts'
import type { FieldValues } from './sample-fields.ts'
import { useTexts } from './texts.ts'

/** The form of a sample: its answers and its state. */
export type SampleForm = ReturnType<typeof useSampleForm>

function draftOf(sample: Sample) {
  const fields: Record<string, FieldValue> = initialValues(sample)
  return { version: sample.version, overwrite: false, state: sample.state, comment: '', fields }
}

/** Fails with what is wrong at the fields, if anything is. */
function refuseWrong(wrong: readonly (readonly [string, string])[]): void {
  if (wrong.length === 0) return
  const fields = Object.fromEntries(wrong.map(([questionId, words]) => [fieldPath(questionId), words]))
  throw new ApiError('validation', wrong[0]?.[1] ?? '', { fields })
}

/**
 * A form over a sample. It is checked here first, then by the server, and saved where neither finds anything; only what
 * was changed is sent. `onSaved` is called with what is left to tell then.
 */
export function useSampleForm(sample: Sample, ref: SampleRef, onSaved: () => void) {
  const t = useTexts()
  const queryClient = useQueryClient()
  return useContractForm(updateSample, {
    params: ref,
    initial: draftOf(sample),
    latest: async () => draftOf(await call(getSample, { params: ref })),
    complete: async (values, stored) => {
      const state = values.state || sample.state
      const entered = values.fields as FieldValues
      const fields = changedFields(sample, entered, stored.fields as FieldValues)
      const changed = new Set(Object.keys(fields))
      refuseWrong(Object.entries(wrongAnswers(sample, entered, { state, changed })))
      const { questionIdToMessages } = await call(validateSample, { params: ref, body: { state, fields } })
      refuseWrong(Object.entries(questionIdToMessages).map(([id, messages]) => [id, messages.join(' ')] as const))
      return { ...values, fields, comment: state === '4' ? values.comment : '' }
    },
    done: () => t('saved'),
    onSaved: async ({ notices }) => {
      // Lists are fetched again when they are shown: nobody waits for them here.
      void refreshAround(queryClient, ref.survey, 'sample')
      for (const notice of notices) notifyError(notice)
      onSaved()
    },
  })
}
