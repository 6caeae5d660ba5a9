import { sql } from 'kysely'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import type { Deps } from '#server/domain/context.ts'
import type { TemplateContent } from '#server/domain/messages/template-store.ts'
import type { SendingType, StoredWay } from '#server/platform/db-campaign-types.ts'
import { createSurvey, createUniverse } from './factories.ts'
import { createTemplateRow } from './template-rows.ts'

/** A started campaign with its people. */
export interface SentCampaign {
  id: number
  surveyId: number
  universeId: number
}

/** What a test's campaign is like; the rest is as usual. */
export interface TestCampaign {
  people: number
  /** Domain of the people with an odd number; the others' is example.org. */
  otherDomain?: string
  universeId?: number
  sendingType?: SendingType
  /** Further ways of it, each with a template. */
  ways?: readonly SendingType[]
  state?: 'CREATED' | 'STARTED' | 'PAUSED'
  template?: Partial<TemplateContent>
  fromEmail?: string
  /** More of the survey's configuration. */
  config?: string
}

const survey = { questions: { rating: { type: 'scale', min: 1, max: 5 } }, views: {}, rows: [] } as const

/** Stores a started campaign whose messages are due: person N is `Person N` at `pN@example.org`, of text
 * messages at `+4670000000N`, with seven digits for N. */
export async function createSentCampaign(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { people, otherDomain = 'example.org', sendingType = 'EMAIL', ways = [], state = 'STARTED', ...more }: TestCampaign,
): Promise<SentCampaign> {
  const universeId = more.universeId ?? (await createUniverse(db)).id
  const { surveyId } = await createSurvey(db, universeId, {
    ...survey,
    ...(more.config !== undefined && { config: more.config }),
  })
  const kind = sendingType === 'EMAIL' || sendingType === 'LETTER' ? sendingType : 'SMS'
  const templateId = await createTemplateRow(db, universeId, { kind, ...more.template })
  const further: StoredWay[] = []
  for (const type of ways)
    further.push({
      sendingType: type,
      templateId: await createTemplateRow(db, universeId, { kind: type === 'PHONE' ? 'SMS' : type }),
      ...{ fromName: 'Shop', fromEmail: type === 'EMAIL' ? 'shop@shop.example' : 'Shop' },
      ...{ selectedVoice: null, selectedLocale: null },
    })
  const { id } = await db
    .insertInto('campaign')
    .values({
      ...{ survey_id: surveyId, ext_name: crypto.randomUUID(), title: 'Visit', sending_type: sendingType, state },
      ...{
        template_id: templateId,
        ways: JSON.stringify(further),
        from_name: 'Shop',
        from_email: more.fromEmail ?? (sendingType === 'SMS' ? 'Shop' : 'shop@shop.example'),
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const secret = await addressSecret(db, universeId)
  await sql`
    with made as (
      insert into response (survey_id, state, event_date, contact, answers)
      select ${surveyId}::int, 1, '2026-01-05',
             jsonb_build_object('name', 'Person ' || n, 'street', 'Storgatan ' || n, 'postcode', '123 45', 'city', 'Kalmar',
                                'email', 'p' || n || '@' || case when n % 2 = 0 then 'example.org' else ${otherDomain}::text end,
                                'phone', '+4670' || lpad(n::text, 7, '0')),
             '{}'
        from generate_series(1, ${people}::int) n
      returning id, contact->>'phone' as phone, case when ${sendingType}::text = 'SMS' then contact->>'phone' else contact->>'email' end as address)
    insert into recipient (campaign_id, response_id, address, address_hash, other_hash, channel, language, send_at)
    select ${id}::int, id, address, hashed_address(${secret}::bytea, address),
           case when ${ways.length > 0} then hashed_address(${secret}::bytea, phone) else '' end,
           case when ${ways.length > 0} then ${sendingType} end, 'en', ${clock.now()}::timestamptz
      from made order by id`.execute(db)
  return { id, surveyId, universeId }
}
