import { IconMail } from '@tabler/icons-react'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from './action-button.tsx'
import type { SampleTableOptions } from './sample-source.ts'
import { useTexts } from './texts.ts'

interface Props {
  actions: SampleTableOptions['mailActions']
  /** How many customers place and filters select; null while that is not known. */
  count: number | null
}

/** How many customers are selected, and the buttons that lead to a new campaign for them. */
export function MailActions({ actions, count }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const go = useGo()
  const reach = useReach()
  const { survey, drillPath } = usePlace()
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
