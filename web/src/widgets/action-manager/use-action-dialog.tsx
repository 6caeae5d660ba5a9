import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Action } from '@gensvar/contract/entities/actions'
import { usePlace } from '#web/lib/place.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { ActionDialog } from '#web/widgets/action-dialog/action-dialog.tsx'

/** How actions of a list are opened. */
export interface OpenActions {
  /** Begins a new action at the place. */
  create: () => void
  /** Begins one that takes a suggestion up. */
  accept: (suggestion: Action) => void
  /** Opens one that is there. */
  show: (action: Action) => void
}

interface Opened {
  actionId: number
  /** Path of the place: a new action's is the one shown. */
  drillPath: string
  suggestion?: Action
}

/**
 * Opens the dialog of an action over a list; `dialog` is drawn beside it. Once something was changed, the lists and
 * figures of the survey are fetched again. A list that is not anchorable is not edited.
 */
export function useActionDialog(isAnchorable: boolean): { open: OpenActions; dialog: ReactNode } {
  const queryClient = useQueryClient()
  const { survey, drillPath } = usePlace()
  const [opened, setOpened] = useState<Opened | null>(null)
  return {
    open: {
      create: () => setOpened({ actionId: 0, drillPath }),
      accept: (suggestion) => setOpened({ actionId: 0, drillPath, suggestion }),
      show: (action) => setOpened({ actionId: action.id, drillPath: action.drillPath }),
    },
    dialog: opened && (
      <ActionDialog
        survey={survey}
        drillPath={opened.drillPath}
        actionId={opened.actionId}
        {...(opened.suggestion && { extname: opened.suggestion.extname, suggestion: opened.suggestion })}
        isReadOnly={!isAnchorable}
        onClose={(change) => {
          setOpened(null)
          if (change !== null) void refreshAround(queryClient, survey)
        }}
      />
    ),
  }
}
