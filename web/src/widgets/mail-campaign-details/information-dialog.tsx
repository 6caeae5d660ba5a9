import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import shared from '#web/widgets/campaign/campaign.module.css'
import { useStateWord } from '#web/widgets/campaign/campaign-state.tsx'
import { useScheduleWords } from '#web/widgets/campaign/schedule-words.ts'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import type { Campaign } from './queries.ts'

/** Width of the dialog in pixels, as it is specified. */
const width = 600

interface Props {
  opened: boolean
  onClose: () => void
  campaign: Campaign
}

/** Everything that a campaign is made of. */
export function InformationDialog({ opened, onClose, campaign }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const facts = useFacts(campaign)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('information')}
      size={width}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <dl className={shared['facts']}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

/** What is known of a campaign; what it has not is left out. */
function useFacts(campaign: Campaign): [string, ReactNode][] {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { isRoot } = useIdentity()
  const stateWord = useStateWord()
  const schedule = useScheduleWords()(campaign)
  const chosen = campaign.campaignFilters.filter(({ selected }) => selected).map(({ title }) => text(title))
  const facts: [string, ReactNode][] = [
    [t('id'), String(campaign.id)],
    [t('title'), campaign.title],
    [t('extname'), isRoot ? campaign.extname : null],
    [t('state'), stateWord(campaign)],
    [t('campaignType'), t(`type_${campaign.campaignType}`)],
    [t('method'), t(`sending_${campaign.sendingType}`)],
    [
      t('ways'),
      campaign.ways
        .map((way) => t('wayTemplate', { way: t(`sending_${way.sendingType}`), template: way.templateName }))
        .join(' · '),
    ],
    [t('schedule'), schedule.join(' · ')],
    [t('template'), campaign.templateDetails?.name],
    [t('fromName'), campaign.fromName],
    [t(campaign.sendingType === 'EMAIL' ? 'fromEmail' : 'fromNumber'), campaign.fromEmail],
    [t('bcc'), campaign.bcc],
    [t('replyTo'), campaign.replyTo],
    [t('fixedRecipient'), campaign.fixedRecipient],
    [t('voice'), campaign.selectedVoice],
    [t('voiceLocale'), campaign.selectedLocale],
    [t('mailFilters'), chosen.join(', ')],
    [t('mailAction'), campaign.mailAction],
    [t('link'), campaign.link],
    [t('messages'), format.number(campaign.numberOfTrackingRows)],
  ]
  return facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
}
