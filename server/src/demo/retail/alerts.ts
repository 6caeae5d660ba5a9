import { demoStore } from '../accounts/users.ts'
import { handleAlert } from '../aftermath.ts'
import { commentsOf, handled } from '../alert-story.ts'
import type { HandledAlert, PlannedComment } from '../plan.ts'
import type { Random } from '../random.ts'
import type { Visit } from './visits.ts'

/** Users in charge of units, by the unit's ext name. */
export const unitOwners: ReadonlyMap<string, string> = new Map([
  [demoStore.store, 'store'],
  [demoStore.region, 'region'],
  ['NO', 'two'],
])

/** Gets what nobody else is in charge of: the rule's default owner. */
const defaultOwner = 'admin'

/** An alert of the rule `unhappy`, with its story by the rule's due time and escalation. */
export function unhappyAlert(random: Random, visit: Visit, today: number): HandledAlert {
  const { country, region, extName } = visit.store
  const above = (...units: string[]): string =>
    units.map((unit) => unitOwners.get(unit)).find((one) => one !== undefined) ?? defaultOwner
  const alert = handleAlert(random, 'unhappy', visit.day, today)
  return handled(random.fork(`alert of ${alert.createdAt} ${visit.customer.email}`), alert, {
    owners: [above(extName, region, country), above(region, country), above(country)],
    due: 2,
    steps: [2, 5],
    language: visit.customer.language,
    today,
    answers: (stream, comment) => [
      { question: 'cause', choice: stream.int(1, 3), value: null },
      { question: 'done', choice: null, value: comment },
    ],
  })
}

/** What was written about an alert of the last year, as comments on its interview. */
export function followUps(alert: HandledAlert, visit: Visit, today: number): PlannedComment[] {
  return visit.day < today - 365 ? [] : commentsOf(alert)
}
