import { Modal } from '@mantine/core'
import { useCloseOnLeave } from '#web/lib/close-on-leave.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useTexts } from '#web/widgets/shares/texts.ts'
import { DistributionPanel } from './distribution-panel.tsx'
import type { DistributionOf } from './distribution-panel.tsx'

interface Props {
  opened: boolean
  of: DistributionOf | null
  onClose: () => void
}

/** The dialog that shows how the answers behind a figure are spread. It closes when one of its links is followed. */
export function DistributionDialog({ opened, of, onClose }: Props) {
  const app = useAppTexts()
  const t = useTexts()
  useCloseOnLeave(opened, onClose)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={of === null ? '' : t('distributionOf', { title: of.title })}
      size={880}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {of !== null && <DistributionPanel of={of} />}
    </Modal>
  )
}
