import { Modal } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
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
  const href = useLocation({ select: (location) => location.href })
  const shown = useRef(href)
  useEffect(() => {
    if (shown.current !== href && opened) onClose()
    shown.current = href
  }, [href, opened, onClose])
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
