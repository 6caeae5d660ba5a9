import type { Insertable } from 'kysely'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import { linksOf } from '#server/domain/campaigns/tracking/links.ts'
import type { MessageLinks } from '#server/domain/campaigns/tracking/links.ts'
import { verpAddress } from '#server/domain/campaigns/tracking/verp.ts'
import type { Deps } from '#server/domain/context.ts'
import type { Database } from '#server/platform/db-types.ts'
import { sql } from 'kysely'

type Db = Deps['db']

/** Domain of the addresses that messages of tests are sent from. */
export const bounceDomain = 'bounces.example'
/** Address of the server in links of tests. */
export const testOrigin = 'https://feedback.example'

/** A message that was sent in a test, with its links. */
export interface SentMessage {
  campaignId: number
  recipientId: number
  responseId: number
  links: MessageLinks
  /** The address that it was sent from. */
  verp: string
  /** Path of one of its links. */
  path(link: 'survey' | 'unsubscribe' | 'pixel'): string
  /** Path of a link to somewhere, of so many that the message has. */
  click(address: string, links?: number): string
}

let made = 0

/** Stores a campaign that has started; returns its id. */
export async function createCampaign(
  db: Db,
  surveyId: number,
  values: Partial<Insertable<Database['campaign']>> = {},
): Promise<number> {
  const name = `campaign${++made}`
  const { id } = await db
    .insertInto('campaign')
    .values({ survey_id: surveyId, ext_name: name, title: name, sending_type: 'EMAIL', state: 'STARTED', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores a message for a response; sent a minute ago unless told otherwise. */
export async function createMessage(
  db: Db,
  at: { universeId: number; campaignId: number; responseId: number },
  values: Partial<Insertable<Database['recipient']>> = {},
): Promise<SentMessage> {
  const { universeId, campaignId, responseId } = at
  const secret = await addressSecret(db, universeId)
  const address = values.address ?? `kim${++made}@example.org`
  const { id } = await db
    .insertInto('recipient')
    .values({
      campaign_id: campaignId,
      response_id: responseId,
      state: 'SENT',
      sent_at: new Date(Date.now() - 60_000),
      address_hash: sql<string>`hashed_address(${secret}::bytea, ${address})`,
      ...values,
      address,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const links = linksOf(secret, universeId, { recipientId: id, responseId }, testOrigin)
  return {
    ...{ campaignId, responseId, recipientId: id, links, verp: verpAddress(secret, universeId, id, bounceDomain) },
    path: (link) => links[link].slice(testOrigin.length),
    click: (to, count = 1) => links.click(to, count).slice(testOrigin.length),
  }
}
