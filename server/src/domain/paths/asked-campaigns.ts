import type { Condition } from '@gensvar/contract/conditions'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** The first campaign that conditions ask for and that the survey does not have; null when it has all of them. */
export async function missingCampaign(
  { db }: { db: Kysely<Database> },
  surveyId: number,
  conditions: readonly Condition[],
): Promise<number | null> {
  const asked = conditions.flatMap(campaignsOf)
  if (asked.length === 0) return null
  const rows = await db.selectFrom('campaign').select('id').where('survey_id', '=', surveyId).execute()
  const known = new Set(rows.map(({ id }) => Number(id)))
  return asked.find((id) => !known.has(id)) ?? null
}

/** Ids of the campaigns that a condition asks for. */
export function campaignsOf(condition: Condition): number[] {
  if (condition.kind === 'campaign') return [condition.campaign]
  if (condition.kind === 'any') return condition.of.flatMap(campaignsOf)
  return condition.kind === 'not' ? campaignsOf(condition.of) : []
}
