import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { DraftKeeper, EditedDraft } from './draft-keeper.ts'
import { useStore } from './store.ts'

/** The draft of a keeper while it is edited. It is saved before the screen is left. */
export function useKeptDraft<Value, Saved>(keeper: DraftKeeper<Value, Saved>): EditedDraft<Value, Saved> {
  useEffect(() => () => keeper.end(), [keeper])
  useBlocker({
    shouldBlockFn: useCallback(() => false, []),
    enableBeforeUnload: useCallback(() => keeper.store.get().saving !== 'saved', [keeper]),
  })
  return useStore(keeper.store, (state) => state)
}
