import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { checkQuestionnaire } from '@gensvar/contract/questionnaires'
import type { QuestionnaireCheck, QuestionnaireProblem } from '@gensvar/contract/questionnaires'
import { useMemo } from 'react'
import { call } from '#web/api.ts'
import { documentOf } from './document/edited-document.ts'
import type { EditedDocument } from './document/edited-document.ts'
import { questionnaireKey } from './queries.ts'

/** Milliseconds without a change before the draft is checked. */
const checkAfter = 400

/** What publishing would say of the draft. */
export interface Problems {
  /** With keys of questions and choices in place of their positions, so that they stay where they belong. */
  all: readonly QuestionnaireProblem[]
  /** How many of them keep it from being published. */
  errors: number
  /** How long answering takes, in minutes. */
  minutes: number
  /** Whether they are those of the draft as it is now. */
  isCurrent: boolean
}

/** A path such as `questions.3.choices.1.title.sv` with the keys of what is at these positions. */
export function keyedPath(path: string, { questions }: EditedDocument): string {
  const steps = path.split('.')
  if (steps[0] !== 'questions') return path
  const question = questions[Number(steps[1])]
  if (question === undefined) return path
  steps[1] = question.key
  const choice = steps[2] === 'choices' ? question.choices[Number(steps[3])] : undefined
  if (choice !== undefined) steps[3] = choice.key
  return steps.join('.')
}

/** Checks a draft as publishing does, a moment after it was last changed. */
export function useProblems(survey: string, draft: EditedDocument, first: QuestionnaireCheck): Problems {
  const [checked] = useDebouncedValue(draft, checkAfter)
  const document = useMemo(() => documentOf(checked), [checked])
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...questionnaireKey, 'check', survey, document],
    queryFn: async ({ signal }) => ({
      ...(await call(checkQuestionnaire, { params: { survey }, body: { document } }, { signal })),
      of: checked,
    }),
    placeholderData: (before) => before,
    staleTime: 60_000,
    gcTime: 0,
    meta: { quiet: true },
  })
  const all = useMemo(
    () => (data?.problems ?? []).map((problem) => ({ ...problem, path: keyedPath(problem.path, data?.of ?? checked) })),
    [data, checked],
  )
  return {
    all,
    errors: all.filter(({ severity }) => severity === 'error').length,
    minutes: data?.minutes ?? first.minutes,
    isCurrent: data !== undefined && !isPlaceholderData && checked === draft,
  }
}
