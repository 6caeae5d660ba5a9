import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { DraftState } from '@gensvar/contract/dashboard-editor'
import { useStore } from '#web/lib/store.ts'
import { DraftKeeper } from './draft-keeper.ts'
import type { EditedDraft } from './draft-keeper.ts'

/** The draft of a survey while it is edited. It is saved before the screen is left. */
export function useDraft(survey: string, saved: DraftState): { keeper: DraftKeeper; draft: EditedDraft } {
  const [keeper] = useState(() => new DraftKeeper(survey, saved))
  const draft = useStore(keeper.store, (state) => state)
  useEffect(() => () => keeper.end(), [keeper])
  useBlocker({
    shouldBlockFn: useCallback(() => false, []),
    enableBeforeUnload: useCallback(() => keeper.store.get().saving !== 'saved', [keeper]),
  })
  return { keeper, draft }
}
