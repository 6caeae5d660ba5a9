import type { SampleListResponse } from '@gensvar/contract/entities/samples'
import type { RankingRow } from '@gensvar/contract/entities/ranking'
import { noComponent } from '@gensvar/contract/samples'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { ListAnswer, ListQuery } from '#web/ui/data-table/use-list.ts'

/** What a sample table can do, as its configuration says it. */
export type SampleTableOptions = Pick<
  WidgetConfig<'sample-table'>,
  | 'sortBy'
  | 'sortDesc'
  | 'rowsPerPage'
  | 'rowsPerPageOptions'
  | 'enableDownload'
  | 'sampleView'
  | 'createActions'
  | 'copyActions'
  | 'mailActions'
  | 'sampleEditor'
>

/** A sample table: its id (null for the table of a survey that configures none), its options and its rows. */
export interface SampleSource {
  component: string | null
  options: SampleTableOptions
  load: (query: ListQuery, signal?: AbortSignal) => Promise<SampleListResponse>
}

/** The name of a table in calls that name one. */
export function componentName({ component }: Pick<SampleSource, 'component'>): string {
  return component ?? noComponent
}

/** A list of samples with its rows as a list. */
export interface SampleAnswer extends ListAnswer<RankingRow> {
  answer: SampleListResponse
}

/** Loads rows of a table. */
export async function loadSamples(
  source: Pick<SampleSource, 'load'>,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<SampleAnswer> {
  const answer = await source.load(query, signal)
  return { rows: answer.rankingData.rows, total: answer.rankingData.totalNumberRows, answer }
}
