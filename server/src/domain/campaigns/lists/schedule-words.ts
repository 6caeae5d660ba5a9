import { languageTags, locales } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { Count, say, titled } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { CampaignTable, StoredSchedule } from '#server/platform/db-campaign-types.ts'
import { inAllLanguages } from './tracking-columns.ts'

type Period = 'DAILY' | 'WEEKLY' | 'MONTHLY'
type Day = StoredSchedule['weekdays'][number]

/** What a campaign adds people by. */
export interface Schedule {
  campaignType: CampaignTable['campaign_type']['__select__']
  scheduledPeriod: Period | null
  scheduleParams: StoredSchedule | null
}

const periodWords: Readonly<Record<Period, Words>> = {
  DAILY: say`Daily`,
  WEEKLY: say`Weekly`,
  MONTHLY: say`Monthly`,
}

/** Monday to Sunday. */
const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/**
 * When a campaign adds people by itself, in words of all languages: "Daily, Monday to Friday and public holidays; from 30 days
 * before to today". Null for one that adds nobody.
 */
export function scheduleTitle({ campaignType, scheduledPeriod, scheduleParams }: Schedule): LocalText | null {
  if (campaignType === 'PUSH') return inAllLanguages(say`When a sample is made or changed`)
  if (campaignType !== 'PULL' || scheduledPeriod === null) return null
  const period = periodWords[scheduledPeriod]
  if (scheduleParams === null) return inAllLanguages(period)
  const { fromDays, toDays, weekdays } = scheduleParams
  const days = daysWords(weekdays)
  const span = say`from ${dayWords(fromDays)} to ${dayWords(toDays)}`
  return inAllLanguages(days ? say`${period}, ${days}; ${span}` : say`${period}; ${span}`)
}

/** Days of the week with runs of three and more drawn together; null for no day. */
function daysWords(days: readonly Day[]): Words | null {
  const parts: Words[] = []
  for (let at = 0; at < week.length;) {
    let end = at
    while (end < week.length && days.includes(week[end] as Day)) end++
    if (end - at >= 3) parts.push(say`${dayName(at)} to ${dayName(end - 1)}`)
    else for (let one = at; one < end; one++) parts.push(say`${dayName(one)}`)
    at = end + 1
  }
  if (days.includes('hol')) parts.push(say`public holidays`)
  const last = parts.pop()
  if (last === undefined) return null
  return (
    parts.reduceRight<Words | null>(
      (after, part) => (after === null ? say`${part} and ${last}` : say`${part}, ${after}`),
      null,
    ) ?? last
  )
}

function dayName(at: number) {
  // The 5th of January 2026 was a Monday.
  const day = new Date(Date.UTC(2026, 0, 5 + at))
  const names = locales.map((locale) => {
    const name = new Intl.DateTimeFormat(languageTags[locale], { weekday: 'long', timeZone: 'UTC' }).format(day)
    return [locale, name] as const
  })
  return titled(Object.fromEntries(names))
}

function dayWords(days: number): Words {
  if (days === 0) return say`today`
  if (days === -1) return say`the day before`
  if (days === 1) return say`the day after`
  return days < 0 ? say`${new Count(-days)} days before` : say`${new Count(days)} days after`
}
