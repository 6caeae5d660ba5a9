import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { readPlanRecord, savePlanRecord } from '../doubts/store.ts'
import type { ImportPlan } from './import-plan.ts'
import type { Roles } from './planned.ts'

/**
 * Gives a question another variable in what is kept of a survey's imports, so that its configuration is generated again
 * with it. `inText` does the same to a configuration that was given with a file.
 */
export async function renameInImports(
  db: Kysely<Database>,
  surveyId: number,
  { from, to }: { from: string; to: string },
  inText: (text: string) => string,
): Promise<void> {
  const record = await readPlanRecord(db, surveyId)
  if (!record) return
  const { plan, given } = record
  const name = (variable: string): string => (variable === from ? to : variable)
  const renamed: ImportPlan = {
    ...plan,
    columns: plan.columns.map((column) => ({ ...column, variable: name(column.variable) })),
    views: plan.views.map((view) => ({ ...view, levels: view.levels.map(name) })),
    roles: renamedRoles(plan.roles, name),
    suggestedKey: plan.suggestedKey === null ? null : name(plan.suggestedKey),
  }
  await savePlanRecord(db, surveyId, { ...record, plan: renamed, given: given === null ? null : inText(given) })
}

function renamedRoles(roles: Roles, name: (variable: string) => string): Roles {
  const ofOne = (variable: string | null): string | null => (variable === null ? null : name(variable))
  const { recommend, contact } = roles
  return {
    eventDate: ofOne(roles.eventDate),
    key: ofOne(roles.key),
    main: ofOne(roles.main),
    drivers: roles.drivers.map(name),
    tiles: roles.tiles.map(name),
    recommend: recommend && { ...recommend, variable: name(recommend.variable) },
    comments: roles.comments.map(name),
    heading: ofOne(roles.heading),
    contact: {
      name: ofOne(contact.name),
      email: ofOne(contact.email),
      phone: ofOne(contact.phone),
      language: ofOne(contact.language),
    },
  }
}
