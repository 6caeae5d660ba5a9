import { IconMail } from '@tabler/icons-react'
import { useLocalText } from '#web/lib/local-text.ts'
import { usePlace } from '#web/lib/place.ts'
import { useReach } from '#web/lib/reach.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from './action-button.tsx'
import type { SampleTableOptions } from './sample-source.ts'
import { useTexts } from './texts.ts'

/** The buttons that lead to a new campaign at the place; they wait for a selection. */
export function MailActions({ actions, count }: { actions: SampleTableOptions['mailActions']; count: number }) {
  const t = useTexts()
  const text = useLocalText()
  const go = useGo()
  const reach = useReach()
  const { survey, drillPath } = usePlace()
  return actions.map(({ extname, title }) => {
    const href = paths.createMailCampaign(survey, extname, drillPath)
    return (
      <ActionButton
        key={extname}
        size="xs"
        variant="filled"
        icon={<IconMail size={14} aria-hidden="true" />}
        reason={reach(href) ?? (count === 0 ? t('selectFirst') : null)}
        onClick={() => go(href)}
      >
        {text(title) || t('startCampaign')}
      </ActionButton>
    )
  })
}
