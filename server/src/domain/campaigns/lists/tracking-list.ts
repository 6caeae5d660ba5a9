import type { trackingResponse, trackingRow } from '@gensvar/contract/entities/campaigns'
import type { Locale } from '@gensvar/contract/local-text'
import type { Column } from '@gensvar/contract/widgets/column'
import type { z } from 'zod'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import type { ManyCasesDeps } from '#server/domain/cases/list-many-cases.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Campaign } from '../campaign.ts'
import { waysOf } from '../ways.ts'
import { listedCounts } from './counts.ts'
import { messageOf, readMessages } from './messages.ts'
import type { MessageFacts } from './messages.ts'
import { seenMessages } from './seen.ts'
import type { SeenMessages } from './seen.ts'
import { trackingColumns } from './tracking-columns.ts'
import { findMessages } from './tracking-ids.ts'
import { orderOf, stateConditions, whereText } from './tracking-query.ts'
import type { TrackingFilter } from './tracking-query.ts'

/** The campaign whose messages are listed. */
export type ListedCampaign = Pick<Campaign, 'id' | 'sendingType' | 'ways' | 'toDevices'>

/** A page of messages that is asked for. */
export interface AskedTrackings {
  /** Half-open window of rows. */
  from: number
  to: number
  sortBy: string
  sortDesc: boolean
  text: string
  state?: TrackingFilter | undefined
  /** Columns of the list as configured; the usual ones where empty. */
  columns: readonly Column[]
}

/** Most rows of a page. */
const maxPageRows = 1000

/**
 * A page of the messages of a campaign that the caller may see. Throws `validation` for a state or an order that is not
 * told.
 */
export async function listTrackingRows(
  deps: ManyCasesDeps & { locale: Locale },
  access: Pick<SurveyAccess, 'model' | 'caseScope' | 'compareScope'>,
  campaign: ListedCampaign,
  asked: AskedTrackings,
): Promise<z.input<typeof trackingResponse>> {
  const { model } = access
  const seen = await seenMessages(deps, access)
  // Of an anonymous survey nothing but who was written to.
  const configured = seen.isAnonymous ? [] : asked.columns
  const columns = trackingColumns(model, waysOf(campaign), configured, deps.locale)
  const { sortBy, sortDesc, from, to } = asked
  const order = orderOf(seen, columns, sortBy, sortDesc)
  const states = stateConditions(seen, asked.state ?? null)
  const counts = await listedCounts(deps, access, seen, campaign.id)
  const text = asked.text.trim()
  return inTurn(deps, async () => {
    const { ids, total } = await findMessages(deps, access, {
      ...{ campaignId: campaign.id, seen, counts, state: asked.state ?? null, states, order, sortBy, sortDesc, from },
      ...{ text, whereText: await whereText(deps, model, text), to: Math.min(to, from + maxPageRows) },
    })
    const rows = await readMessages(deps, ids)
    return {
      headers: columns.map(({ name, value }) => ({ name, value })),
      rows: rows.map((facts) => rowOf(facts, { campaign, seen, columns, locale: deps.locale })),
      totalRows: total,
    }
  })
}

/** A message as the list shows it. */
function rowOf(
  facts: MessageFacts,
  {
    campaign,
    seen,
    columns,
    locale,
  }: {
    campaign: ListedCampaign
    seen: SeenMessages
    columns: ReturnType<typeof trackingColumns>
    locale: Locale
  },
): z.input<typeof trackingRow> {
  const { row, ...message } = messageOf(facts, seen, locale)
  const columnValues = columns.map((column) => [column.value, column.textOf({ address: facts.address, row })] as const)
  const sendingType = facts.channel ?? campaign.sendingType
  return { ...message, sendingType, columnValues: Object.fromEntries(columnValues) }
}
