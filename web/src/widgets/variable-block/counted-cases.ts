import { ROOT_PATH } from '@gensvar/contract/drill-path'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useCountedPathOf } from '#web/lib/cases-path.ts'
import type { CountedAt } from '#web/lib/cases-path.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'

/** What the list of a figure's cases depends on. */
type Counted = Pick<IndicatorVariable, 'cases' | 'name' | 'alertMode' | 'expression'>

/**
 * Address of what a figure counts, for exactly as many; null where the user may not open all of it. The figure is of the place
 * and the days of the page, or of others.
 */
export function useCasesAddress(): (variable: Counted, at?: CountedAt) => string | null {
  const { survey, builtKinds } = useSurveyStart()
  const countedPath = useCountedPathOf()
  return (variable, at) => {
    const { cases, name } = variable
    if (cases === null || cases === 'closed') return null
    if (at?.survey !== undefined) return paths.ranking(at.survey, at.drillPath ?? ROOT_PATH, { cases: name })
    const path = countedPath(at)
    if (cases !== 'alerts' || !builtKinds.includes('alerts'))
      return paths.ranking(survey.extName, path, { cases: name })
    return paths.alertList(survey.extName, path, { states: countedAlerts(variable) })
  }
}

/** The state of the alerts that an indicator counts, as the address of their list names it; undefined for all. */
export function countedAlerts({
  alertMode,
  expression,
}: Pick<Counted, 'alertMode' | 'expression'>): string | undefined {
  const state = alertMode ?? /alerts\(\s*(\w+)\s*\)/.exec(expression ?? '')?.[1]
  return state === 'all' || state === 'any' ? undefined : state
}
