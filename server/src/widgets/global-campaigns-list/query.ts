import type { GlobalCampaignRow } from '@gensvar/contract/entities/campaigns'
import { listGlobalRows } from '#server/domain/campaigns/lists/campaign-list.ts'
import type { Ctx } from '#server/domain/context.ts'
import { mayViewCampaigns } from '#server/domain/rights/authorise.ts'
import { enterUniverse, listEnterableUniverses } from '#server/widgets/shared/enterable-universes.ts'
import { openSurvey } from '#server/widgets/shared/survey-elsewhere.ts'
import type { WidgetServer } from '#server/widgets/widget-server.ts'

/** Campaigns of every survey whose campaigns the caller may see. */
export const globalCampaignsList: WidgetServer<'global-campaigns-list'> = {
  data: async ({ ctx }) => ({ rows: await listAllCampaigns(ctx) }),
}

/** The campaigns of all surveys of the organisations that the caller may enter, the newest first. */
export async function listAllCampaigns(ctx: Ctx): Promise<GlobalCampaignRow[]> {
  const universes = await listEnterableUniverses(ctx)
  const rows: GlobalCampaignRow[] = []
  // One after the other: somebody who may enter many organisations must not take all connections.
  for (const { id } of universes) {
    const surveys = await surveysWithCampaigns(ctx, id)
    const inside = surveys.length > 0 ? await enterUniverse(ctx, id) : null
    if (!inside) continue
    for (const survey of surveys) {
      const access = await openSurvey(inside, survey)
      if (access && mayViewCampaigns(inside, access)) rows.push(...(await listGlobalRows(inside, access)))
    }
  }
  return rows.toSorted((one, other) => other.id - one.id)
}

async function surveysWithCampaigns({ db }: Pick<Ctx, 'db'>, universeId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('survey')
    .select('ext_name as extName')
    .where('universe_id', '=', universeId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('campaign').select('campaign.id').whereRef('campaign.survey_id', '=', 'survey.id')),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ extName }) => extName)
}
