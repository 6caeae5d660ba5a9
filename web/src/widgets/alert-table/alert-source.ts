import type { z } from 'zod'
import type { alertList } from '@gensvar/contract/entities/alerts'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import type { alertsQuery } from '@gensvar/contract/alert-filters'
import type { ListAnswer, ListQuery } from '#web/ui/data-table/use-list.ts'

/** The answer of an alert list. */
export type AlertList = z.output<typeof alertList>

/** A page of an alert list and its filters, as the call takes them. */
export type AlertQuery = z.input<typeof alertsQuery>

/** An alert table: its id (null for the table of a survey that configures none), its first order and its rows. */
export interface AlertSource {
  component: string | null
  sortBy: string
  sortDesc: boolean
  load: (query: AlertQuery, signal?: AbortSignal) => Promise<AlertList>
}

/** A list of alerts with its rows as a list. */
export interface AlertAnswer extends ListAnswer<RankingRow> {
  answer: AlertList
}

/** Loads rows of a table that pass its filters. */
export async function loadAlerts(
  source: Pick<AlertSource, 'load'>,
  query: ListQuery,
  filters: Partial<AlertQuery>,
  signal?: AbortSignal,
): Promise<AlertAnswer> {
  const answer = await source.load({ ...query, ...filters }, signal)
  return { rows: answer.rankingData.rows, total: answer.totalNumberRows, answer }
}
