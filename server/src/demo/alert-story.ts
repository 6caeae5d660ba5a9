import { fromDayNumber, toDayNumber } from '@gensvar/contract/dates'
import type { Locale } from '@gensvar/contract/local-text'
import { writeFollowUp } from './comments.ts'
import type { HandledAlert, PlannedAlert, PlannedAlertAnswer, PlannedAlertLog, PlannedComment } from './plan.ts'
import type { Random } from './random.ts'

/** How alerts of a rule are handled. */
export interface AlertHandling {
  /** Whose they are at first, and who has them after each step of the rule's escalation. */
  owners: readonly [string, ...string[]]
  /** Working days until they are due, and after which each step of the escalation comes. */
  due: number
  steps: readonly number[]
  /** The language that those who handle them write in. */
  language: Locale
  /** Day number of today; nothing happens then or later. */
  today: number
  /** The answers that it is closed with. */
  answers(random: Random, comment: string): readonly PlannedAlertAnswer[]
}

/** What happened to an alert: who had it until when, who wrote what, and what it was closed with. */
export function handled(random: Random, alert: PlannedAlert, handling: AlertHandling): HandledAlert {
  const { owners, due, language } = handling
  const { createdAt, closedAt, state } = alert
  const raised: PlannedAlertLog = {
    event: 'raised',
    state: 2,
    at: createdAt,
    username: '',
    comment: '',
    newOwner: owners[0],
  }
  const escalations = state === 3 ? [] : escalationsOf(createdAt, handling)
  const owner = ownerAfter(owners, escalations.length)
  const said = () => writeFollowUp(random, language)
  const logs = [raised, ...escalations]
  const by = (event: PlannedAlertLog['event'], after: 2 | 3 | 6, at: string): void => {
    logs.push({ event, state: after, at, username: owner, comment: said(), newOwner: null })
  }
  const until = closedAt ?? `${fromDayNumber(handling.today - 1)}T20:00:00Z`
  const isReopened = state === 3 && random.chance(0.05)
  if (isReopened) {
    by('closed', 3, between(random, createdAt, until, 0.1, 0.4))
    by('reopened', 6, between(random, createdAt, until, 0.5, 0.9))
  } else if (state === 6 || (state === 3 && random.chance(0.4))) {
    by('saved', 6, between(random, escalations.at(-1)?.at ?? createdAt, until, 0.1, 0.8))
  }
  if (closedAt) by('closed', 3, closedAt)
  const changes = logs.filter(({ username }) => username !== '')
  return {
    ...alert,
    owner,
    dueAt: workingDaysAfter(createdAt, due),
    version: logs.length,
    handledAt: changes[0]?.at ?? null,
    reopened: isReopened ? 1 : 0,
    escalated: escalations.length,
    logs: logs.toSorted((a, b) => a.at.localeCompare(b.at)),
    answers: state === 3 ? handling.answers(random, changes.at(-1)?.comment ?? '') : [],
  }
}

/** What was written when an alert was handled, as comments on its interview. */
export function commentsOf({ logs }: HandledAlert): PlannedComment[] {
  return logs
    .filter(({ comment }) => comment !== '')
    .map(({ username, comment, at }) => ({ username, message: comment, createdAt: at }))
}

/** The same time of day so many working days later, ISO; at weekends nobody works. */
function workingDaysAfter(moment: string, days: number): string {
  let day = toDayNumber(moment.slice(0, 10))
  for (let left = days; left > 0;) if (isWorkday(++day)) left--
  return `${fromDayNumber(day)}${moment.slice(10)}`
}

function isWorkday(day: number): boolean {
  const weekday = new Date(day * 86_400_000).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

/** Who has an alert after so many steps of its escalation. */
function ownerAfter(owners: AlertHandling['owners'], steps: number): string {
  return owners[Math.min(steps, owners.length - 1)] ?? owners[0]
}

function escalationsOf(createdAt: string, { steps, owners, today }: AlertHandling): PlannedAlertLog[] {
  return steps.flatMap((after, step) => {
    const at = workingDaysAfter(createdAt, after)
    const next = ownerAfter(owners, step + 1)
    // As when alerts are escalated: who has it already is not named again.
    const newOwner = next === ownerAfter(owners, step) ? null : next
    return at < fromDayNumber(today)
      ? [{ event: 'escalated' as const, state: 2 as const, at, username: '', comment: '', newOwner }]
      : []
  })
}

/** A moment in a part of the time between two, ISO. */
function between(random: Random, from: string, to: string, least: number, most: number): string {
  const start = Date.parse(from)
  const share = least + (most - least) * random.next()
  return new Date(start + Math.max(1, Date.parse(to) - start) * share).toISOString()
}
