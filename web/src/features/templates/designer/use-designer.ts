import { useStore } from '#web/lib/store.ts'
import { nodeAt } from './design-tree.ts'
import type { DesignNode } from './design-tree.ts'
import type { DesignerSession, DesignerState } from './designer-session.ts'

/** What is designed now, with the selected part. */
export function useDesigner({ store }: DesignerSession): DesignerState & { part: DesignNode | null } {
  const state = useStore(store, (now) => now)
  return { ...state, part: state.body && nodeAt(state.body, state.selected) }
}
