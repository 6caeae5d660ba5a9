import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import type { DistributionOf } from './distribution-panel.tsx'

// Loaded on demand, because most visits never open it.
const DistributionDialog = whenOpened(() => import('./distribution-dialog.tsx').then((file) => file.DistributionDialog))

/** Opens the dialog with the distribution behind a figure; the dialog itself is drawn once, beside the figures. */
export function useDistributionDialog(): { open: (of: DistributionOf) => void; dialog: ReactNode } {
  const [of, setOf] = useState<DistributionOf | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback((next: DistributionOf) => {
    setOf(next)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { open, dialog: <DistributionDialog opened={isOpen} of={of} onClose={close} /> }
}
