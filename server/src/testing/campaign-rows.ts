import type { Insertable, Kysely } from 'kysely'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import type { Database } from '#server/platform/db-types.ts'

type Db = Kysely<Database>
type NewCampaign = Insertable<Database['campaign']>
type NewRecipient = Insertable<Database['recipient']>

let made = 0

/** Stores a campaign of a survey; a started one by e-mail unless told otherwise. Returns its id. */
export async function storeCampaign(db: Db, surveyId: number, values: Partial<NewCampaign> = {}): Promise<number> {
  const name = `campaign${++made}`
  const { id } = await db
    .insertInto('campaign')
    .values({ survey_id: surveyId, ext_name: name, title: name, sending_type: 'EMAIL', state: 'STARTED', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores messages of a campaign, sent ones unless told otherwise. Returns their ids in their order. */
export async function storeMessages(
  db: Db,
  campaignId: number,
  messages: readonly (Partial<NewRecipient> & { response_id: number })[],
): Promise<number[]> {
  const values = messages.map((message): NewRecipient => ({
    campaign_id: campaignId,
    state: 'SENT',
    sent_at: '2026-02-09T10:00:00Z',
    address: `person${message.response_id}@example.org`,
    ...message,
  }))
  const rows = await db.insertInto('recipient').values(values).returning('id').execute()
  return rows.map(({ id }) => id).toSorted((one, other) => one - other)
}

/** Stores an address that an organisation sends nothing to, where addresses are hashed already; returns what it is named by. */
export async function storeSuppressed(db: Db, universeId: number): Promise<string> {
  await addressSecret(db, universeId)
  const key = crypto.randomUUID()
  await db
    .insertInto('suppression')
    .values({
      universe_id: universeId,
      address_hash: key,
      address: 'stop@example.org',
      reason: 'entered',
      created_at: new Date(),
    })
    .execute()
  return key
}
