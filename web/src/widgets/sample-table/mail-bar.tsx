import { useState } from 'react'
import type { List } from '#web/ui/data-table/use-list.ts'
import { MailActions } from './mail-actions.tsx'
import type { SampleAnswer, SampleTableOptions } from './sample-source.ts'

interface Props {
  actions: SampleTableOptions['mailActions']
  list: List<SampleAnswer>
}

/** How many rows the place has, whatever is searched in them; null until that is known. */
function useWholeCount({ query, asked, place }: List<SampleAnswer>): number | null {
  const [known, setKnown] = useState<{ place: string; count: number } | null>(null)
  const isWhole = (asked.filter ?? '') === '' && query.data !== undefined && !query.isPlaceholderData
  if (isWhole && (known?.place !== place || known.count !== query.data.total))
    setKnown({ place, count: query.data.total })
  return known?.place === place ? known.count : null
}

/**
 * The mail actions of a table with its count. The search of the table and the boxes at its rows do not count: a campaign is about
 * a drill path.
 */
export function MailBar({ actions, list }: Props) {
  return <MailActions actions={actions} count={useWholeCount(list)} />
}
