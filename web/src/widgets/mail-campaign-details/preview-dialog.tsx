import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { MessagePreview } from '#web/ui/message-preview/message-preview.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { mailQuery } from './queries.ts'
import type { Campaign } from './queries.ts'
import type { TrackingRow } from './tracking.ts'

interface Props {
  opened: boolean
  onClose: () => void
  survey: string
  campaign: Pick<Campaign, 'id'>
  /** The message shown; it stays while the dialog closes. */
  row: TrackingRow | null
}

/** One message as its recipient gets it, rendered by what sends it. */
export function PreviewDialog({ opened, onClose, survey, campaign, row }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const query = useQuery({ ...mailQuery(survey, campaign.id, row), enabled: opened && row !== null })
  return (
    <Modal
      opened={opened && row !== null}
      onClose={onClose}
      title={t('preview')}
      size={860}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <MessagePreview query={query} label={t('preview')} />
    </Modal>
  )
}
