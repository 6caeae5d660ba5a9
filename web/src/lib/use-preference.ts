import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { savePreference } from '@gensvar/contract/surveys'
import { call } from '#web/api.ts'
import { surveyStartQuery, useSurveyStartIfAny } from './survey-start.ts'
import type { SurveyStart } from './survey-start.ts'

/** How a choice is stored: `everywhere` applies it to all surveys instead of the one shown. */
interface Options {
  everywhere?: boolean
}

/**
 * A choice remembered for the user, and a function to change it. `read` decodes the stored value, which may be missing
 * or of an older version, and must return the same value for the same input. Where there is no survey it is
 * remembered only as long as the part is on screen.
 */
export function usePreference<Value>(
  key: string,
  read: (stored: unknown) => Value,
  { everywhere = false }: Options = {},
): [Value, (value: Value) => void] {
  const { data: start } = useSurveyStartIfAny()
  const queryClient = useQueryClient()
  const name = start?.survey.extName
  const [held, hold] = useState<{ value: Value } | null>(null)
  const { mutate: store } = useMutation({
    mutationFn: (value: Value) =>
      call(savePreference, { params: { survey: everywhere ? '-' : (name ?? '-'), key }, body: { value } }),
  })
  const set = useCallback(
    (value: Value) => {
      if (name === undefined) return hold({ value })
      queryClient.setQueryData<SurveyStart>(
        surveyStartQuery(name).queryKey,
        (known) => known && { ...known, preferences: { ...known.preferences, [key]: value } },
      )
      store(value)
    },
    [key, name, queryClient, store],
  )
  return [name === undefined && held !== null ? held.value : read(start?.preferences[key]), set]
}
