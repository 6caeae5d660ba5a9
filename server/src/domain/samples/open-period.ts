import { resolveDateValue } from '@gensvar/contract/date-filters'
import { addToDate } from '@gensvar/contract/dates'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** The days whose samples are open: ISO dates, both included; null is open-ended. */
export interface OpenPeriod {
  isOpen: boolean
  from: string | null
  to: string | null
}

/**
 * The days whose samples are open in a survey; `isOpen` is false where none is. `today` is the survey's (ISO). Without a
 * period all days are.
 */
export function openPeriodOf(
  { samplesOpen }: Pick<SurveyModel, 'samplesOpen'>,
  today: string,
  openPeriod: string | undefined,
): OpenPeriod {
  if (!samplesOpen) return noDays
  if (openPeriod === undefined) return { isOpen: true, from: null, to: null }
  const days = resolveDateValue(openPeriod, today)
  // A period that means no days, such as one that ends before it begins, opens none.
  if (days?.kind !== 'span') return noDays
  return { isOpen: true, from: days.from, to: days.to && addToDate(days.to, -1, 'd') }
}

/** Whether samples of an event date (ISO) are open. */
export function isOpenOn({ isOpen, from, to }: OpenPeriod, eventDate: string): boolean {
  return isOpen && (from === null || eventDate >= from) && (to === null || eventDate <= to)
}

const noDays: OpenPeriod = { isOpen: false, from: null, to: null }
