import type { Action } from '@gensvar/contract/entities/actions'

/** What happened to the action while its dialog was open; null where nothing did. */
type ActionChange = 'saved' | 'deleted' | null

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
