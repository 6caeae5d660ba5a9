import { EVENT_DATE } from '@gensvar/contract/conditions'
import { printDrillPath } from '@gensvar/contract/drill-path'
import { useOwnPeriod } from '#web/lib/cases-path.ts'
import { eventDateNames } from '#web/lib/event-date-names.ts'
import { usePlace } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'

/** The drill path of a whole survey, any other one too, over the days of this page. */
export function useDaysPath(): string {
  const { filters } = usePlace()
  const own = useOwnPeriod()
  const { standardFilterSet, timeFilterSet } = useSurveyStart().survey
  const dated = eventDateNames({ standard: standardFilterSet.filterGroups, time: timeFilterSet.filterGroups })
  const days = own === null ? filters.filter(({ name }) => dated.has(name)) : [own]
  // What a survey calls the filter of its days means nothing in another one.
  return printDrillPath({ view: '', place: [], filters: days.map((one) => ({ ...one, name: EVENT_DATE })) }, [])
}
