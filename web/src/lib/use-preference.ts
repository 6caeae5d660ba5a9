import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { savePreference } from '@gensvar/contract/surveys'
import { call } from '#web/api.ts'
import { surveyStartQuery, useSurveyStart } from './survey-start.ts'
import type { SurveyStart } from './survey-start.ts'

/**
 * A choice remembered for the user, and a function to change it. `read` decodes the stored value, which may be missing
 * or of an older version, and must return the same value for the same input. With `everywhere` it applies to all
 * surveys instead of the one shown.
 */
export function usePreference<Value>(
  key: string,
  read: (stored: unknown) => Value,
  { everywhere = false }: { everywhere?: boolean } = {},
): [Value, (value: Value) => void] {
  const queryClient = useQueryClient()
  const { preferences, survey } = useSurveyStart()
  const name = survey.extName
  const { mutate: store } = useMutation({
    mutationFn: (value: Value) =>
      call(savePreference, { params: { survey: everywhere ? '-' : name, key }, body: { value } }),
  })
  const set = useCallback(
    (value: Value) => {
      queryClient.setQueryData<SurveyStart>(
        surveyStartQuery(name).queryKey,
        (start) => start && { ...start, preferences: { ...start.preferences, [key]: value } },
      )
      store(value)
    },
    [key, name, queryClient, store],
  )
  return [read(preferences[key]), set]
}
