import { decodeDateFilter, resolveDateFilter } from '@gensvar/contract/date-filters'
import { addToDate } from '@gensvar/contract/dates'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** How long a time the figures of an action cover. */
export interface ActionPeriod {
  /** As configurations write periods. */
  value: string
  title: Words
}

/** Days of a figure, ISO; `to` does not belong to them. */
export interface ActionSpan {
  from: string
  to: string
}

const rolling: readonly ActionPeriod[] = [
  { value: 'rel_-1m_0d', title: say`One month` },
  { value: 'rel_-3m_0d', title: say`Three months` },
  { value: 'rel_-6m_0d', title: say`Six months` },
  { value: 'rel_-12m_0d', title: say`Twelve months` },
]

const closed: readonly ActionPeriod[] = [
  { value: 'last_1q', title: say`The last whole quarter` },
  { value: 'last_2q', title: say`The last two whole quarters` },
  { value: 'last_4q', title: say`The last four whole quarters` },
]

/** The periods of a survey's actions, shortest first: whole quarters where the survey is anonymous. */
export function actionPeriods({ anonymity }: Pick<SurveyModel, 'anonymity'>): readonly ActionPeriod[] {
  return anonymity ? closed : rolling
}

/** What a period is called; the text itself for one that actions do not have. */
export function periodTitleOf(period: string): Words | string {
  return [...rolling, ...closed].find(({ value }) => value === period)?.title ?? period
}

/**
 * The days of a period that ends on a day: as long as the period, with the day as the last one. Of whole quarters the last
 * ones that are over by then. Throws for a text that is no period with two ends.
 */
export function spanEndingOn(period: string, lastDay: string): ActionSpan {
  const filter = decodeDateFilter(period)
  // Counted from the day after, so that neighbouring spans have no day in common.
  const next = addToDate(lastDay, 1, 'd')
  const span = filter && resolveDateFilter(filter, next)
  if (span?.kind !== 'span' || span.from === null || span.to === null)
    throw new Error(`"${period}" is not a period of actions`)
  return { from: span.from, to: span.to < next ? span.to : next }
}
