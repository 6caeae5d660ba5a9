import type { ReactNode } from 'react'

/** Which action is opened: id 0 begins a new one, on an item where one is named. */
export interface OpenedAction {
  actionId: number
  extname?: string
}

/** Opens the dialog of an action; `dialog` is drawn beside the list. */
export function useActionDialog(): { open: (action: OpenedAction) => void; dialog: ReactNode } {
  return { open: () => undefined, dialog: null }
}
