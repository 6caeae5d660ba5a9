import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { savePreference } from '@gensvar/contract/surveys'
import { call } from '#web/api.ts'
import { surveyStartQuery, useSurveyStart, useSurveyStartIfAny } from './survey-start.ts'
import type { SurveyStart } from './survey-start.ts'

/** How a choice is stored: `everywhere` applies it to all surveys instead of the one shown. */
interface Options {
  everywhere?: boolean
}

/**
 * A choice remembered for the user, and a function to change it. `read` decodes the stored value, which may be missing
 * or of an older version, and must return the same value for the same input.
 */
export function usePreference<Value>(
  key: string,
  read: (stored: unknown) => Value,
  options: Options = {},
): [Value, (value: Value) => void] {
  return useStoredChoice(useSurveyStart(), key, read, options)
}

/** The same for parts of the shell that are drawn before the survey has loaded; then nothing is remembered. */
export function useShellPreference<Value>(
  key: string,
  read: (stored: unknown) => Value,
  options: Options = {},
): [Value, (value: Value) => void] {
  return useStoredChoice(useSurveyStartIfAny().data, key, read, options)
}

function useStoredChoice<Value>(
  start: SurveyStart | undefined,
  key: string,
  read: (stored: unknown) => Value,
  { everywhere = false }: Options,
): [Value, (value: Value) => void] {
  const queryClient = useQueryClient()
  const name = start?.survey.extName
  const { mutate: store } = useMutation({
    mutationFn: (value: Value) =>
      call(savePreference, { params: { survey: everywhere ? '-' : (name ?? '-'), key }, body: { value } }),
  })
  const set = useCallback(
    (value: Value) => {
      if (name === undefined) return
      queryClient.setQueryData<SurveyStart>(
        surveyStartQuery(name).queryKey,
        (known) => known && { ...known, preferences: { ...known.preferences, [key]: value } },
      )
      store(value)
    },
    [key, name, queryClient, store],
  )
  return [read(start?.preferences[key]), set]
}
