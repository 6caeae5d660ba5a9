import { instantIn, localIn } from '#server/domain/alerts/zoned-time.ts'
import type { Campaign } from '../campaign.ts'

const minute = 60_000

/** Hours of the day in which a campaign is sent. */
export type SendWindow = Pick<Campaign, 'sendFrom' | 'sendTo'>

/**
 * The first moment from `from` on that lies in the hours in which a campaign is sent, by the clock of an IANA time zone;
 * `from` itself where there are no such hours. The end of the hours is no longer in them. On a day whose clocks skip the
 * beginning, it is as much later.
 */
export function windowAt(from: Date, { sendFrom, sendTo }: SendWindow, timeZone: string): Date {
  if (sendFrom === null && sendTo === null) return from
  const begins = timeOf(sendFrom ?? '00:00')
  const ends = sendTo === null ? 24 * 60 * minute : timeOf(sendTo)
  const { day, time } = localIn(timeZone, from)
  if (time >= begins && time < ends) return from
  const next = instantIn(timeZone, { day: time < begins ? day : day + 1, time: begins })
  return next < from ? from : next
}

/** Milliseconds since midnight of a time of day, as 09:00. */
function timeOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * minute
}

/** The time zone of a respondent: their own where the text names one, else the survey's. */
export function zoneOf(text: string, surveyZone: string): string {
  return text !== '' && isTimeZone(text) ? text : surveyZone
}

const checked = new Map<string, boolean>()

/** Texts that are remembered: a survey names some ten zones, and nonsense must not fill the memory. */
const mostChecked = 2000

function isTimeZone(name: string): boolean {
  const known = checked.get(name)
  if (known !== undefined) return known
  let isOne = true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    isOne = false
  }
  if (checked.size >= mostChecked) checked.clear()
  checked.set(name, isOne)
  return isOne
}
