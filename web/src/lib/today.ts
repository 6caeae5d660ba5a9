import { dateInZone } from '@gensvar/contract/dates'

/** Today in a time zone, as an ISO date. */
export function todayIn(timeZone: string): string {
  return dateInZone(new Date(), timeZone)
}
