import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { MessagePreview } from '#web/ui/message-preview/message-preview.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { newMailQuery } from './wizard-place.ts'
import type { Recipient, WizardPlace } from './wizard-place.ts'
import type { DraftBody } from './wizard-state.ts'

interface Props {
  opened: boolean
  onClose: () => void
  at: WizardPlace
  draft: DraftBody
  /** Whose message is shown; it stays while the dialog closes. */
  recipient: Recipient | null
}

/** What one recipient would get. */
export function RecipientDialog({ opened, onClose, at, draft, recipient }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const query = useQuery({
    ...newMailQuery(at, draft, recipient),
    enabled: opened && recipient !== null && draft.templateId !== null,
  })
  const label = t('previewOf', { name: recipient?.respondent ?? '' })
  return (
    <Modal
      opened={opened && recipient !== null}
      onClose={onClose}
      title={label}
      size={860}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <MessagePreview query={query} label={label} />
    </Modal>
  )
}
