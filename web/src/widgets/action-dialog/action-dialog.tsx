import { Suspense, useEffect } from 'react'
import type { Action } from '@gensvar/contract/entities/actions'
import { onDemand } from '#web/lib/on-demand.tsx'

/** What happened to the action while its dialog was open; null where nothing did. */
export type ActionChange = 'saved' | 'deleted' | null

/** An action that is opened. */
export interface ActionDialogProps {
  survey: string
  /** Path of the place and filters at which a new action is made. */
  drillPath: string
  /** 0 begins a new one. */
  actionId: number
  /** Item of a new action. */
  extname?: string
  /** The suggestion that a new action takes up. */
  suggestion?: Action
  /** The list it was opened from is not for editing, whatever the action itself would allow. */
  isReadOnly?: boolean
  /** Called when it is closed; lists and figures are then for whoever opened it to fetch again. */
  onClose: (change: ActionChange) => void
}

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
