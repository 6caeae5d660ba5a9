import type { NoticeChoices } from '@gensvar/contract/entities/notices'
import { instantIn, localIn } from '#server/domain/alerts/zoned-time.ts'

/** When somebody wants their mails. */
export type MailTimes = Pick<NoticeChoices, 'pace' | 'digestAt' | 'quietFrom' | 'quietTo'>

/**
 * Whether the mail of notices is due, of which the oldest was made at `since`: at once, or from the first digest after it;
 * never in quiet hours, whose mails follow when these end. Times of day are those of the IANA time zone.
 */
export function isMailDue(times: MailTimes, timeZone: string, { since, now }: { since: Date; now: Date }): boolean {
  if (isQuietAt(times, timeZone, now)) return false
  return times.pace === 'now' || since < lastDigest(times, timeZone, now)
}

/** Whether a moment is in quiet hours, which may go over midnight. */
function isQuietAt({ quietFrom, quietTo }: MailTimes, timeZone: string, now: Date): boolean {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return false
  const [from, to] = [timeOfDay(quietFrom), timeOfDay(quietTo)]
  const { time } = localIn(timeZone, now)
  return from < to ? time >= from && time < to : time >= from || time < to
}

/** The last moment until now at which a digest was due. */
function lastDigest({ pace, digestAt }: MailTimes, timeZone: string, now: Date): Date {
  const time = timeOfDay(digestAt)
  for (let { day } = localIn(timeZone, now); ; day--) {
    if (pace === 'weekly' && !isMonday(day)) continue
    const at = instantIn(timeZone, { day, time })
    if (at <= now) return at
  }
}

/** Day 0 was a Thursday. */
function isMonday(day: number): boolean {
  return (day + 3) % 7 === 0
}

/** Milliseconds since midnight of a time such as `08:00`. */
function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
