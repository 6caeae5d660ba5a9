import { fromDayNumber } from '@gensvar/contract/dates'
import type { PlannedAlert, PlannedRecipient } from './plan.ts'
import type { Random } from './random.ts'

/** A time on a day number, ISO: between 8:00 and 20:00. */
export function momentOf(random: Random, day: number): string {
  const part = (from: number, to: number): string => String(random.int(from, to)).padStart(2, '0')
  return `${fromDayNumber(day)}T${part(8, 19)}:${part(0, 59)}:${part(0, 59)}Z`
}

/**
 * The state of an alert raised on a day: nearly all old ones are closed, most of the newest are open. Nothing happens
 * on `today` or later.
 */
export function handleAlert(random: Random, rule: string, day: number, today: number): PlannedAlert {
  const age = today - day
  const closedShare = age > 45 ? 0.985 : age > 14 ? 0.8 : age > 3 ? 0.45 : 0.15
  const createdAt = momentOf(random, day)
  if (random.chance(closedShare) && age > 1) {
    const closedDay = Math.min(today - 1, day + 1 + Math.floor(random.next() ** 2 * 9))
    return { rule, state: 3, createdAt, closedAt: momentOf(random, closedDay) }
  }
  // Of the last day nobody has had the time to look at any.
  const isTaken = random.chance(0.4) && age > 1
  return { rule, state: isTaken ? 6 : 2, createdAt, closedAt: null }
}

/** How people react to a campaign. */
export interface Reaction {
  campaign: string
  wave: number
  /** Whether the response was completed, which takes a click. */
  completed: boolean
  /** For SMS, openings are not tracked, only clicks. */
  opens: boolean
  day: number
  today: number
}

/** The result of one sending. Everybody who answered has clicked. */
export function reactTo(random: Random, reaction: Reaction): PlannedRecipient {
  const { campaign, wave, completed, day, today } = reaction
  const isReminder = wave > 1
  const base = { campaign, wave, isReminder, unsubscribed: false, openedAt: null, clickedAt: null, opens: 0, clicks: 0 }
  if (day >= today) return { ...base, state: 'PENDING', sentAt: null }
  const sentAt = momentOf(random, day)
  if (!completed && random.chance(0.03)) return { ...base, state: 'FAILED', sentAt }
  const clicked = completed || random.chance(0.06)
  const opened = reaction.opens && (clicked || random.chance(0.42))
  const later = Date.parse(sentAt) + random.int(2, 3000) * 60_000
  const openedAt = Math.min(later, today * 86_400_000 - 1)
  return {
    ...base,
    state: 'SENT',
    sentAt,
    unsubscribed: !completed && random.chance(0.012),
    openedAt: opened ? new Date(openedAt).toISOString() : null,
    clickedAt: clicked ? new Date(openedAt + random.int(5, 90) * 1000).toISOString() : null,
    opens: opened ? 1 + Math.floor(random.next() ** 3 * 4) : 0,
    clicks: clicked ? 1 + Math.floor(random.next() ** 4 * 3) : 0,
  }
}
