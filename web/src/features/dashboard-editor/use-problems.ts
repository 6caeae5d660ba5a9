import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { checkDraft } from '@gensvar/contract/dashboard-editor'
import type { PlacedConfigurationProblem } from '@gensvar/contract/dashboard-editor'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import type { CodeProblem } from '#web/ui/code-editor/code-types.ts'
import { dashboardKey } from './queries.ts'

/** Milliseconds without a change before a settled text is checked: forms change it with every key. */
const checkAfter = 200

const none: readonly PlacedConfigurationProblem[] = []

/** What publishing a text would say. */
export interface DraftProblems {
  problems: readonly PlacedConfigurationProblem[]
  /** The same as the code editor marks them. */
  marks: readonly CodeProblem[]
  /** How many of them keep it from being published. */
  errors: number
  /** Whether they are those of the text as it is now. */
  isCurrent: boolean
}

/** Checks a text as publishing does, a moment after it was last changed. */
export function useProblems(survey: string, text: string): DraftProblems {
  const [checked] = useDebouncedValue(text, checkAfter)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...dashboardKey, 'check', survey, checked],
    queryFn: ({ signal }) => call(checkDraft, { params: { survey }, body: { text: checked } }, { signal }),
    placeholderData: (before) => before,
    staleTime: 60_000,
    gcTime: 0,
    meta: { quiet: true },
  })
  const problems = data?.problems ?? none
  const marks = useMemo(
    () => problems.map(({ line, column, message, severity }): CodeProblem => ({ line, column, message, severity })),
    [problems],
  )
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return { problems, marks, errors, isCurrent: data !== undefined && !isPlaceholderData && checked === text }
}
