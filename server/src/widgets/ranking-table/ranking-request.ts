import type { Column } from '@gensvar/contract/widgets/column'
import type { WidgetRequest } from '#server/widgets/widget-server.ts'

/** What a ranking is asked for. */
export interface RankingRequest extends Omit<WidgetRequest<unknown>, 'config' | 'page'> {
  columns: readonly Column[]
  leafColumns: readonly Column[]
  sortVar: string | null
  sortDesc: boolean
  rowFrom: number
  rowTo: number
  /** Part of a name, in lower case or not; empty for all. */
  filter: string
}
