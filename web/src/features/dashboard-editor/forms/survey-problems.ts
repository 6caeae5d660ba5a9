import type { SettingProblem } from './check-settings.ts'
import type { SurveyFacts } from './survey-facts.ts'
import { text } from './texts.ts'
import { valueAt } from './values.ts'

/** What is wrong with settings of a component because of what the survey has not. */
export function surveyProblems(
  kind: string,
  settings: unknown,
  { isInPool }: Pick<SurveyFacts, 'isInPool'>,
): SettingProblem[] {
  const isBesidePool = kind === 'benchmark' && valueAt(settings, ['against']) === 'pool'
  return isBesidePool && !isInPool ? [{ path: ['against'], words: text('poolNeeded') }] : []
}
