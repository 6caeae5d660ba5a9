import { campaignDraftExample } from '@gensvar/contract/entities/campaign-examples'
import type { CampaignDraft } from '@gensvar/contract/entities/campaigns'
import { sendingRules } from '@gensvar/contract/sending-rules'
import type { SendingRules } from '@gensvar/contract/sending-rules'
import { parse, stringify } from 'yaml'
import type { Ctx } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import type { StoredSchedule } from '#server/platform/db-campaign-types.ts'
import { createRole, createSurvey, createUniverse, createUser, signIn, smallSurvey } from '#server/testing/factories.ts'
import { addResponses } from '#server/testing/survey-data.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { AskedAudience } from '../audience/asked-audience.ts'
import { readCampaign } from '../campaign.ts'
import type { Campaign } from '../campaign.ts'
import { createCampaign } from '../create-campaign.ts'
import { saveSendingRules } from '../rules/sending-rules.ts'
import { runRounds } from '../rounds/run-rounds.ts'

const configuration = `
version: 1
timeZone: Europe/Stockholm
respondent: { email: mail, timeZone: zone, language: tongue }
calendar: { country: SE }
campaigns:
  fromEmails: [hello@example.org]
  channels: [EMAIL, SMS, LETTER, PHONE]
  mailFilters:
    - { extname: happy, title: Happy, filter: "rating=range_3_5", defaultEnabled: true }
    - { extname: web, title: Web, filter: "channel=web" }
pages:
  - extname: samples
    kind: samples
    components:
      - { type: sample-table, config: { id: customers, columns: [channel], mailActions: [{ extname: invite, template: invitation }] } }
`

/** A customer as the tests store them: a sample in Stockholm unless told otherwise. */
export interface TestCustomer {
  email?: string
  phone?: string
  /** With it, letters reach them; in Kalmar. */
  street?: string
  /** What the app on their device is known by. */
  device?: string
  name?: string
  state?: number
  date?: string
  country?: string
  store?: string
  rating?: number
  channel?: string
  zone?: string
  language?: string
}

/** A user of a world of campaigns. */
export interface TestMember {
  isRoot?: boolean
  admin?: boolean
  filters?: Record<string, string[]>
  canViewSamples?: boolean
}

/** An organisation of a test's own with a survey, templates and users. */
export interface CampaignWorld {
  universeId: number
  surveyId: number
  survey: string
  templateId: number
  /** Context of a new user, who may view samples unless told otherwise. */
  as(member?: TestMember): Promise<Ctx>
  /** Stores customers; returns their ids. */
  customers(...given: TestCustomer[]): Promise<number[]>
  asked(ctx: Ctx, more?: Partial<AskedAudience>): Promise<AskedAudience>
  create(
    ctx: Ctx,
    draft?: Partial<CampaignDraft>,
    more?: Partial<AskedAudience>,
  ): Promise<{ campaign: Campaign; recipients: number }>
  rules(rules: Partial<SendingRules>): Promise<void>
  read(campaign: { id: number }): Promise<Campaign>
  rounds(): ReturnType<typeof runRounds>
  recipients(campaign: { id: number }): Promise<TestRecipient[]>
}

/** A message as tests look at it. */
export interface TestRecipient {
  id: number
  response_id: number
  wave: number
  kind: string
  reminder: number | null
  state: string
  address: string
  address_hash: string
  language: string
  send_at: Date
  template_id: number | null
  channel: string | null
  other_hash: string
}

/** An application whose clock a test sets, in which each test makes a world of its own. */
export interface CampaignBench extends TestApp {
  clock: { now(): Date; set(moment: string): void }
  world(options?: { config?: Record<string, unknown> }): Promise<CampaignWorld>
}

/** A schedule of every day that is allowed, for customers of all days. */
export const everyDay: StoredSchedule = {
  fromDays: -3650,
  toDays: 3650,
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'hol'],
}

/** Opens it at noon of 10 February 2026, a Tuesday, with configuration of the environment. The caller closes it. */
export async function openCampaigns(env: Readonly<Record<string, string>> = {}): Promise<CampaignBench> {
  let now = new Date('2026-02-10T11:00:00Z')
  const clock = {
    now: () => now,
    set(moment: string) {
      now = new Date(moment)
    },
  }
  const server = await testApp({ clock, env })
  return { ...server, clock, world: ({ config = {} } = {}) => makeWorld(server, config) }
}

async function makeWorld({ deps }: TestApp, more: Record<string, unknown>): Promise<CampaignWorld> {
  const { db } = deps
  const universe = await createUniverse(db)
  const made = await createSurvey(db, universe.id, {
    ...smallSurvey,
    questions: {
      ...smallSurvey.questions,
      mail: { type: 'text' },
      zone: { type: 'text' },
      tongue: { type: 'text' },
      device: { type: 'text' },
    },
    rows: [],
    config: stringify({ ...parse(configuration), ...more }),
  })
  const { surveyId, extName: survey } = made
  const templateId = await createTemplateRow(db, universe.id, { ext_name: 'invitation' })
  const world: CampaignWorld = {
    universeId: universe.id,
    surveyId,
    survey,
    templateId,
    async as({ isRoot = false, admin = false, filters, canViewSamples = true } = {}) {
      const roleId = await createRole(db, universe.id, { surveys: { [surveyId]: { canViewSamples } } })
      const place = { universeId: universe.id, roleId, admin, ...(filters && { filters }) }
      const token = await signIn(deps, await createUser(db, { isRoot, universes: [place] }), universe.id)
      const identity = await deps.identify(deps, {
        authorization: `Bearer ${token}`,
        cookie: undefined,
        ticket: undefined,
      })
      if (!identity) throw new Error('The user of a test cannot sign in')
      return { ...deps, identity, locale: 'en', requestId: 'test' }
    },
    async customers(...given) {
      const ids = await addResponses(
        db,
        surveyId,
        given.map((one) => ({
          date: one.date ?? '2026-02-01',
          state: one.state ?? 1,
          answers: {
            country: one.country ?? 'Sweden',
            store: one.store ?? 'Stockholm',
            rating: one.rating ?? 4,
            channel: one.channel ?? 'web',
            ...(one.zone !== undefined && { zone: one.zone }),
            ...(one.device !== undefined && { device: one.device }),
          },
        })),
      )
      for (const [at, { email, phone, street, name, language }] of given.entries())
        await db
          .updateTable('response')
          .set({
            contact: JSON.stringify({
              ...{ email, phone, name: name ?? `Customer ${ids[at]}`, language },
              ...(street !== undefined && { street, city: 'Kalmar' }),
            }),
          })
          .where('id', '=', ids[at] ?? 0)
          .execute()
      await write(programContext(deps, 'test'), (tx) => tx.surveyChanged(surveyId))
      return ids
    },
    async asked(ctx, other = {}) {
      const access = await surveyAccess(ctx, survey)
      const link = other.link ?? 'root'
      const { conditions } = await requestedPath(ctx, access, link)
      const usual = { access, conditions, link, mailFilters: [], removed: [], mailAction: 'invite' }
      return { ...usual, sendingType: 'EMAIL', fixedRecipient: null, ...other }
    },
    async create(ctx, draft = {}, other = {}) {
      const asked = await world.asked(ctx, other)
      const usual = { ...campaignDraftExample, templateId, fromName: 'Shops' }
      return createCampaign(ctx, asked.access, { ...usual, ...draft }, asked)
    },
    async rules(rules) {
      await write(programContext(deps, 'test'), async (tx) => {
        await tx.db.deleteFrom('sending_rules').where('universe_id', '=', universe.id).execute()
        await saveSendingRules(tx, universe.id, { rules: sendingRules.parse(rules), version: 0 })
      })
    },
    async read({ id }) {
      const campaign = await readCampaign(db, surveyId, id)
      if (!campaign) throw new Error('The campaign of a test is gone')
      return campaign
    },
    rounds: () => runRounds(programContext(deps, 'campaigns'), { surveyId, signal: new AbortController().signal }),
    recipients: ({ id }) =>
      db
        .selectFrom('recipient')
        .select(['id', 'response_id', 'wave', 'kind', 'reminder', 'state', 'address', 'address_hash', 'language'])
        .select(['send_at', 'template_id', 'channel', 'other_hash'])
        .where('campaign_id', '=', id)
        .orderBy('id')
        .execute(),
  }
  return world
}

/** Marks messages of a campaign as sent at a moment. */
export async function markSent({ deps }: TestApp, campaign: { id: number }, at: Date): Promise<void> {
  await deps.db
    .updateTable('recipient')
    .set({ state: 'SENT', sent_at: at })
    .where('campaign_id', '=', campaign.id)
    .where('state', '=', 'PENDING')
    .execute()
}
