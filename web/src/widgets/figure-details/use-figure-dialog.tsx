import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { whenOpened } from '#web/lib/on-demand.tsx'
import type { DialogFigure } from './figure-dialog.tsx'

// Loaded on demand, because most visits never open it.
const FigureDialog = whenOpened(() => import('./figure-dialog.tsx').then((file) => file.FigureDialog))

/** Opens the dialog that says what a figure is; the dialog itself is drawn once, beside the figures. */
export function useFigureDialog(): { open: (of: DialogFigure) => void; close: () => void; dialog: ReactNode } {
  const [of, setOf] = useState<DialogFigure | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = useCallback((next: DialogFigure) => {
    setOf(next)
    setOpen(true)
  }, [])
  const close = useCallback(() => setOpen(false), [])
  return { open, close, dialog: <FigureDialog opened={isOpen} of={of} onClose={close} /> }
}
