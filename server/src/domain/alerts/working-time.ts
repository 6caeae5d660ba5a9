import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'
import { datePartsOf, fromDayNumber } from '@gensvar/contract/dates'
import { holidaysOf, weekdayOf } from './holidays.ts'
import { instantIn, localIn } from './zoned-time.ts'
import type { LocalMoment } from './zoned-time.ts'

const minutes = 60_000
const hours = 60 * minutes

/**
 * The moment some working time after another: `12h` are twelve working hours, `1d` is the next working day at the same
 * time of day, `1w` as many working days as a week has. What begins outside working time counts from when work begins
 * next. Times of day are those of the time zone.
 */
export function addWorkingTime(start: Date, duration: string, calendar: CalendarConfig, timeZone: string): Date {
  const amount = Number(duration.slice(0, -1))
  const work = new WorkingDays(calendar, timeZone)
  const begin = work.firstMoment(start)
  if (duration.endsWith('h')) return work.addTime(begin, amount * hours)
  return work.addDays(begin, duration.endsWith('w') ? amount * new Set(calendar.workingDays).size : amount)
}

class WorkingDays {
  private readonly calendar: CalendarConfig
  private readonly timeZone: string
  private readonly free: ReadonlySet<string>
  private readonly weekdays: ReadonlySet<number>
  private readonly from: number
  private readonly to: number

  constructor(calendar: CalendarConfig, timeZone: string) {
    this.calendar = calendar
    this.timeZone = timeZone
    this.free = new Set(calendar.holidays)
    this.weekdays = new Set(calendar.workingDays)
    this.from = timeOfDay(calendar.from)
    this.to = timeOfDay(calendar.to)
  }

  /** The moment itself if it is in working time, else when work begins next. */
  firstMoment(start: Date): LocalMoment {
    const local = localIn(this.timeZone, start)
    if (!this.isWorked(local.day) || local.time >= this.to)
      return { day: this.nextDay(local.time >= this.to ? local.day + 1 : local.day), time: this.from }
    return { day: local.day, time: Math.max(local.time, this.from) }
  }

  /** Goes on for some working time, in ms. */
  addTime({ day, time }: LocalMoment, amount: number): Date {
    let moment = this.at(day, time).getTime()
    let left = amount
    for (let at = day; ; at = this.nextDay(at + 1), moment = this.at(at, this.from).getTime()) {
      const end = this.at(at, this.to).getTime()
      if (moment + left <= end) return new Date(moment + left)
      left -= end - moment
    }
  }

  /** Goes on for some working days, to the same time of day. */
  addDays({ day, time }: LocalMoment, amount: number): Date {
    let at = day
    for (let left = amount; left > 0; left--) at = this.nextDay(at + 1)
    return this.at(at, time)
  }

  /** The day itself if it is worked, else the next one that is. */
  private nextDay(day: number): number {
    let at = day
    while (!this.isWorked(at)) at++
    return at
  }

  private isWorked(day: number): boolean {
    if (!this.weekdays.has(weekdayOf(day))) return false
    const date = fromDayNumber(day)
    if (this.free.has(date)) return false
    const { country } = this.calendar
    return country === undefined || !holidaysOf(country, datePartsOf(day).year).has(date)
  }

  private at(day: number, time: number): Date {
    return instantIn(this.timeZone, { day, time })
  }
}

function timeOfDay(text: string): number {
  const [hour, minute] = text.split(':').map(Number)
  return (hour ?? 0) * hours + (minute ?? 0) * minutes
}
