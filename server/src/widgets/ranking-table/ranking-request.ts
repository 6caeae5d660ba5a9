import type { Column } from '@gensvar/contract/widgets/column'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import type { WidgetRequest } from '#server/widgets/widget-server.ts'

/** The parameters of a ranking. */
export interface RankingRequest extends Omit<WidgetRequest<unknown>, 'config' | 'page'> {
  columns: readonly Column[]
  leafColumns: readonly Column[]
  sortVar: string | null
  sortDesc: boolean
  /** Ranks units by values drawn towards the mean of all. */
  shrink?: boolean
  rowFrom: number
  rowTo: number
  /** All units, without the limit of an answer. */
  isWhole?: boolean
  /** Responses that are not completed: without a Total. */
  isSamples?: boolean
  /** Only this response. */
  sampleId?: number
  /** Lists the responses that this indicator counts, at any level; null for those of the place at the last level. */
  countedBy: Indicator | null
  /** Part of a name, in any case; empty for all. */
  filter: string
}
