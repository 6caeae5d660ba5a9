import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'

/** Messages of a survey's campaigns that are not sent yet, could not be sent, or of which nobody knows. */
export async function countDeliveries(db: Kysely<Database>, surveyId: number) {
  const count = (state: string) => sql<number>`count(*) filter (where recipient.state = ${state})::int`
  return db
    .selectFrom('recipient')
    .innerJoin('campaign', 'campaign.id', 'recipient.campaign_id')
    .select([
      sql<number>`count(*) filter (where recipient.state in ('PENDING', 'SENDING'))::int`.as('waiting'),
      count('FAILED').as('failed'),
      count('UNKNOWN').as('unknown'),
    ])
    .where('campaign.survey_id', '=', surveyId)
    .executeTakeFirstOrThrow()
}

/** Tasks of a survey that wait, run or have failed. */
export async function countTasks(db: Kysely<Database>, surveyId: number) {
  return db
    .selectFrom('task')
    .select([
      sql<number>`count(*) filter (where state in ('OPEN', 'RETRY', 'PAUSED'))::int`.as('waiting'),
      sql<number>`count(*) filter (where state = 'PROCESSING')::int`.as('running'),
      sql<number>`count(*) filter (where state = 'FAILED')::int`.as('failed'),
    ])
    .where('survey_id', '=', surveyId)
    .executeTakeFirstOrThrow()
}
