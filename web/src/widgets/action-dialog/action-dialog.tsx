import { Suspense, useEffect } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import type { ActionDialogProps } from './action-props.ts'

const LoadedDialog = onDemand(async () => (await import('./loaded-dialog.tsx')).LoadedDialog)

/**
 * The dialog of an action, open for as long as it is drawn. Its code is loaded on demand. The focus returns to where it
 * was.
 */
export function ActionDialog(props: ActionDialogProps) {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      // After the dialog is gone: until then it keeps the focus inside.
      setTimeout(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus()
      })
    }
  }, [])
  return (
    <Suspense fallback={null}>
      <LoadedDialog key={`${props.actionId} ${props.extname ?? ''}`} {...props} />
    </Suspense>
  )
}
