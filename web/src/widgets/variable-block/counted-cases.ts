import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useCountedPath } from '#web/lib/cases-path.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'

/** Address of what a figure counts, for exactly as many; null where the user may not open all of it. */
export function useCasesAddress(): (variable: IndicatorVariable) => string | null {
  const { survey, builtKinds } = useSurveyStart()
  const path = useCountedPath()
  return (variable) => {
    const { cases, name } = variable
    if (cases === null || cases === 'closed') return null
    if (cases !== 'alerts' || !builtKinds.includes('alerts'))
      return paths.ranking(survey.extName, path, { cases: name })
    return paths.alertList(survey.extName, path, { states: countedAlerts(variable) })
  }
}

/** The state of the alerts that an indicator counts, as the address of their list names it; undefined for all. */
export function countedAlerts({
  alertMode,
  expression,
}: Pick<IndicatorVariable, 'alertMode' | 'expression'>): string | undefined {
  const state = alertMode ?? /alerts\(\s*(\w+)\s*\)/.exec(expression ?? '')?.[1]
  return state === 'all' || state === 'any' ? undefined : state
}
