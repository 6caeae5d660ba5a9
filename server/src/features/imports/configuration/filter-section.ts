import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { backgroundTitle, mostShown } from './dashboard-parts.ts'
import type { DashboardParts } from './dashboard-parts.ts'
import { quickSelectsFor } from './date-span.ts'
import { list } from './yaml-lines.ts'

/**
 * The lines of the filter sidebar: who answers, the ratings, and the time. Its quick choices of periods are relative to
 * `today` (ISO). Where answers are still to come, these are of the next months.
 */
export function filterSection(
  plan: ImportPlan,
  parts: DashboardParts,
  { today, isAnswered = false }: { today: string; isAnswered?: boolean | undefined },
): string[] {
  const ratings = plan.columns.filter(({ plan: { type }, metadata }) => type === 'scale' && metadata === null)
  const background = [
    ...parts.background.map(choiceFilter),
    ...parts.ranges.map(({ variable }) => ({ extName: variable, range: true })),
  ].slice(0, mostShown)
  const standard = [
    ...(background.length > 0
      ? [{ key: 'background', title: backgroundTitle, expanded: true, filters: background }]
      : []),
    ...(ratings.length > 0
      ? [{ key: 'ratings', title: ratingsTitle, filters: ratings.slice(0, mostShown).map(scaleFilter) }]
      : []),
  ]
  const span = plan.span
  const time = [
    ...(plan.roles.eventDate === null && !isAnswered
      ? []
      : [
          {
            key: 'period',
            title: periodTitle,
            quickSelect: span === null ? (isAnswered ? freshSelects : []) : quickSelectsFor(span, today),
            userSelectableRange: true,
            filters: [{ extName: 'date', today: true }],
          },
        ]),
    ...(parts.dates.length > 0
      ? [
          {
            key: 'dates',
            title: datesTitle,
            filters: parts.dates.map(({ variable }) => ({ extName: variable, tableDate: true })),
          },
        ]
      : []),
  ]
  if (standard.length + time.length === 0) return ['filters: {}']
  return [
    '# The filter sidebar.',
    'filters:',
    ...(standard.length > 0 ? ['  standard:', ...list(standard, 4)] : []),
    ...(time.length > 0 ? ['  time:', ...list(time, 4)] : []),
  ]
}

/** Quick choices of a survey whose answers begin to come. */
const freshSelects = ['this_w', 'last_1w', 'this_m', 'last_1m', 'last_3m', 'all_time']
const periodTitle = { en: 'Period', sv: 'Period', no: 'Periode', da: 'Periode', fi: 'Jakso' }
const datesTitle = { en: 'Other dates', sv: 'Andra datum', no: 'Andre datoer', da: 'Andre datoer', fi: 'Muut päivät' }
const ratingsTitle = { en: 'Ratings', sv: 'Betyg', no: 'Vurderinger', da: 'Vurderinger', fi: 'Arviot' }

function choiceFilter({ variable, profile }: PlannedColumn): unknown {
  if (profile.distinct > 100)
    return { extName: variable, serverSide: true, multipleSelections: true, exclude: true, submatch: true }
  return {
    extName: variable,
    multipleSelections: true,
    exclude: true,
    ...(profile.distinct > 10 ? { dropdown: true } : {}),
  }
}

function scaleFilter({ variable, plan }: PlannedColumn): unknown {
  if (plan.type === 'scale' && !plan.whole) return { extName: variable, range: true }
  return { extName: variable, multipleSelections: true }
}
