import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import type { List } from '#web/ui/data-table/use-list.ts'
import { ActionButton } from './action-button.tsx'
import type { SampleAnswer, SampleTableOptions } from './sample-source.ts'
import { useTexts } from './texts.ts'

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
 * How many customers place and filters select, and the buttons that lead to a new campaign for them. The search of the table
 * and the boxes at its rows do not count: a campaign is about a drill path.
 */
export function MailBar({ actions, list }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const go = useGo()
  const reach = useReach()
  const { survey, drillPath } = usePlace()
  const count = useWholeCount(list)
  return (
    <>
      <span role="status" className="gv-figures">
        {count !== null && <strong>{t('selectedCustomers', { count })}</strong>}{' '}
        <span className="gv-quiet">{t('byPlace')}</span>
      </span>
      {actions.map(({ extname, title }) => {
        const href = paths.createMailCampaign(survey, extname, drillPath)
        return (
          <ActionButton
            key={extname}
            size="xs"
            variant="filled"
            icon={<IconMail size={14} aria-hidden="true" />}
            reason={reach(href)}
            onClick={() => go(href)}
          >
            {text(title) || t('startCampaign')}
          </ActionButton>
        )
      })}
    </>
  )
}
