import type { Kysely } from 'kysely'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { insertRows } from '#server/domain/build/insert-rows.ts'
import { insertGroups, insertQuestions } from '#server/domain/build/questions.ts'
import { insertSurvey } from '#server/domain/build/survey.ts'
import { insertUnits, insertView } from '#server/domain/build/units.ts'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import type { Database } from '#server/platform/db-types.ts'
import type { PlannedSurvey, PlannedUnit, PlannedView } from '../plan.ts'

/** Ids of what was written before a survey's rows, which refer to it. */
export interface WrittenStructure {
  surveyId: number
  /** Per view, the id of a unit by its ext names from the top, joined with `/`. */
  unitIds: readonly ReadonlyMap<string, number>[]
  /** Id of a campaign by its ext name. */
  campaignIds: ReadonlyMap<string, number>
  /** Ext names of the campaigns by text message. */
  textCampaigns: ReadonlySet<string>
  /** What the organisation's addresses are hashed with. */
  secret: Buffer
}

/** Writes everything of a survey but its responses. `userIds` by user name are for the owners of units. */
export async function writeStructure(
  trx: Kysely<Database>,
  universeId: number,
  plan: PlannedSurvey,
  userIds: ReadonlyMap<string, number>,
): Promise<WrittenStructure> {
  const surveyId = await insertSurvey(trx, universeId, plan)
  const configuration = { text: plan.configuration, source: 'import', author: 'demo' } as const
  await saveConfiguration(trx, { id: surveyId, universeId, extName: plan.extName }, configuration)
  await insertGroups(trx, surveyId, plan.groups)
  await insertQuestions(trx, surveyId, plan.questions)
  const unitIds: Map<string, number>[] = []
  for (const [order, view] of plan.views.entries()) {
    const viewId = await insertView(trx, surveyId, { ...view, order })
    unitIds.push(await writeUnits(trx, { universeId, viewId }, view, userIds))
  }
  const { campaigns } = plan
  return {
    surveyId,
    unitIds,
    campaignIds: await writeCampaigns(trx, surveyId, plan),
    textCampaigns: new Set(campaigns.flatMap(({ extName, sendingType }) => (sendingType === 'SMS' ? extName : []))),
    secret: await addressSecret(trx, universeId),
  }
}

async function writeUnits(
  trx: Kysely<Database>,
  at: { universeId: number; viewId: number },
  view: PlannedView,
  userIds: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (let depth = 1; depth <= view.levels.length; depth++) {
    const units = view.units.filter((unit) => unit.path.length === depth)
    const written = await insertUnits(
      trx,
      at,
      units.map((unit) => ({
        depth,
        parentId: ids.get(parentKey(unit)) ?? null,
        extName: unit.path.at(-1) ?? '',
        titles: unit.title,
        aliases: unit.aliases,
        ownerUserId: userIds.get(unit.owner ?? ''),
        validFrom: unit.validFrom,
        validTo: unit.validTo,
      })),
    )
    for (const [index, unit] of units.entries()) ids.set(unit.path.join('/'), written[index] ?? 0)
  }
  return ids
}

function parentKey(unit: PlannedUnit): string {
  return unit.path.slice(0, -1).join('/')
}

async function writeCampaigns(
  trx: Kysely<Database>,
  surveyId: number,
  plan: PlannedSurvey,
): Promise<Map<string, number>> {
  const ids = await insertRows(
    trx,
    'campaign',
    plan.campaigns.map((campaign) => ({
      survey_id: surveyId,
      ext_name: campaign.extName,
      title: campaign.title,
      sending_type: campaign.sendingType,
      campaign_type: campaign.campaignType,
      link: campaign.link,
      // Nothing is sent until everything is there.
      state: 'CREATED' as const,
    })),
  )
  return new Map(plan.campaigns.map(({ extName }, index) => [extName, ids[index] ?? 0]))
}
