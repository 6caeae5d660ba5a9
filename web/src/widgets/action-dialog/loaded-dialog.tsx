import type { ActionDialogProps } from './action-dialog.tsx'

/** The dialog of an action. */
export function LoadedDialog({ onClose }: ActionDialogProps) {
  return <button onClick={() => onClose(null)} />
}
