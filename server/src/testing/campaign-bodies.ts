import { campaignDraftExample } from '@gensvar/contract/entities/campaign-examples'
import { sql } from 'kysely'
import type { Deps } from '#server/domain/context.ts'
import type { CampaignState } from '#server/domain/campaigns/campaign.ts'
import { storeCampaign, storeMessages } from './campaign-rows.ts'
import type { World } from './route-walk-world.ts'
import { editorBodies } from './samples-page.ts'

type Db = Deps['db']
type MakeBody = (
  db: Db,
  world: World,
  given: Readonly<Record<string, string>>,
) => Promise<object | undefined> | object | undefined

/** Bodies of the calls about campaigns; each brings its campaign into the state that the call needs. */
export const campaignBodies: Readonly<Record<string, MakeBody>> = {
  createCampaign: (_db, { ids }) => ({ ...campaignDraftExample, templateId: Number(ids.own['template']) }),
  async updateCampaign(db, world) {
    await bring(db, world, 'PAUSED')
    const campaign = db.selectFrom('campaign').select('version').where('id', '=', campaignOf(world))
    const { version } = await campaign.executeTakeFirstOrThrow()
    const { campaignName: title, campaignExtName: extname, sendingType: _, ...draft } = campaignDraftExample
    return { ...draft, title, extname, templateId: Number(world.ids.own['template']), link: 'root', version }
  },
  resumeCampaign: (db, world) => bring(db, world, 'PAUSED'),
  startCampaign: (db, world) => bring(db, world, 'CREATED'),
  pauseCampaign: (db, world) => bring(db, world, 'STARTED'),
  stopCampaign: (db, world) => bring(db, world, 'STARTED'),
  async resendTrackings(db, world) {
    await bring(db, world, 'STARTED')
    return { ids: [await sentMessage(db, world)] }
  },
  async removeTrackings(db, world) {
    await bring(db, world, 'STARTED')
    return { ids: [await sentMessage(db, world)] }
  },
  async resendInvitation(db, world, given) {
    await bring(db, world, 'STARTED')
    await sentMessage(db, world, Number(given['sampleId'] ?? world.ids.own['sampleId']))
    return { email: 'kim@example.org' }
  },
  async startMailAction(db, world, given) {
    const answered = sql<string>`answers || '{"comment": "kim@example.org"}'`
    const sample = Number(given['sampleId'] ?? world.ids.own['sampleId'])
    await db.updateTable('response').set({ answers: answered }).where('id', '=', sample).execute()
    return editorBodies['startMailAction']
  },
  async startPushCampaigns(db, world) {
    const { surveyId } = world.survey
    const push = db
      .selectFrom('campaign')
      .select('id')
      .where('survey_id', '=', surveyId)
      .where('ext_name', '=', 'after_visit')
    await db.deleteFrom('recipient').where('campaign_id', 'in', push).execute()
    await db
      .updateTable('campaign')
      .set({ owner_id: Number(world.userIds.root), template_id: Number(world.ids.own['template']), state: 'STARTED' })
      .where('id', 'in', push)
      .execute()
    return editorBodies['startPushCampaigns']
  },
  async saveSendingRules(db) {
    // Whoever calls may be of another organisation.
    await db.deleteFrom('sending_rules').execute()
    return { rules: {}, version: 0 }
  },
}

/** Calls about campaigns that need a row of their own, for tests that make them again and again. */
export const campaignCalls: Readonly<
  Record<string, (db: Db, world: World) => Promise<{ given?: Record<string, string>; body?: object }>>
> = {
  async removeCampaign(db, { survey }) {
    return { given: { campaignId: String(await storeCampaign(db, survey.surveyId, { state: 'STOPPED' })) } }
  },
  async removeSuppressed(db, { survey }) {
    const key = crypto.randomUUID()
    const of = { universe_id: survey.universeId, address_hash: key, address: null, reason: 'entered' } as const
    await db
      .insertInto('suppression')
      .values({ ...of, created_at: new Date() })
      .execute()
    return { given: { key } }
  },
  addSuppressed: async () => ({ body: { addresses: [`${crypto.randomUUID()}@example.org`], reason: 'entered' } }),
}

function campaignOf({ ids }: World): number {
  return Number(ids.own['campaign'])
}

async function bring(db: Db, world: World, state: CampaignState): Promise<undefined> {
  await db.updateTable('campaign').set({ state, finished_at: null }).where('id', '=', campaignOf(world)).execute()
}

/** A message that was sent to a response, the only one of the campaign; its id. */
async function sentMessage(db: Db, world: World, response = world.survey.responseIds[1] ?? 0): Promise<number> {
  await db
    .deleteFrom('recipient')
    .where('campaign_id', '=', campaignOf(world))
    .where('response_id', '=', response)
    .execute()
  const [id] = await storeMessages(db, campaignOf(world), [{ response_id: response, address: 'kim@example.org' }])
  return id ?? 0
}
