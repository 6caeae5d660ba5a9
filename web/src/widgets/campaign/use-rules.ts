import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type en from '#web/locales/en/form.json'
import { defineTexts } from '#web/lib/texts.ts'
import type { Problems, RuleWords } from './rules.ts'
import { useTexts } from './texts.ts'

const useFormTexts = defineTexts<typeof en>('form')

/** The words of the rules in the language shown. */
export function useRuleWords(): RuleWords {
  const t = useTexts()
  const form = useFormTexts()
  return useMemo(
    () => ({
      nameRequired: t('nameRequired'),
      mandatory: form('VALIDATE_ERROR_MANDATORY'),
      wholeNumber: form('wholeNumber'),
      email: form('VALIDATE_ERROR_EMAIL'),
      lessThan: (other) => t('lessThan', { other }),
      largerThan: (other) => t('largerThan', { other }),
      oneDay: t('oneDay'),
      bothTimes: t('bothTimes'),
      earlier: t('earlier'),
      days: t('daysBetween'),
    }),
    [t, form],
  )
}

interface Field {
  error: ReactNode
  onBlur: () => void
}

/** Problems at their fields. */
export interface ShownProblems {
  /** A field's props with what is wrong with it: an empty one once it was left, or when somebody wants to go on. */
  at: <Props extends Field>(path: string, field: Props) => Props
  /** The same for what is not an input. */
  words: (path: string) => string | undefined
  /** Shows all problems from now on. */
  showAll: () => void
}

/** Shows problems at their fields without telling somebody off for what they have not come to. */
export function useShownProblems(problems: Problems): ShownProblems {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const words = (path: string) => {
    const problem = problems[path]
    return problem !== undefined && (isAll || !problem.isEmpty || touched.has(path)) ? problem.words : undefined
  }
  return {
    at: (path, field) => ({
      ...field,
      error: field.error ?? words(path),
      onBlur: () => {
        field.onBlur()
        setTouched((known) => (known.has(path) ? known : new Set(known).add(path)))
      },
    }),
    words,
    showAll: () => setAll(true),
  }
}
