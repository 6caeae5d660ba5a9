import { lazy, Suspense } from 'react'
import { createStore, useStore } from '#web/lib/store.ts'

const snackbarStore = createStore({ wanted: false })

/** Has the place of the messages fetched and drawn; a page without a message does not need it. */
export function wantSnackbars(): void {
  if (!snackbarStore.get().wanted) snackbarStore.set({ wanted: true })
}

const Snackbars = lazy(async () => ({ default: (await import('./snackbars.tsx')).Snackbars }))

/** Place where the short messages appear, from the first one on. */
export function SnackbarPlace() {
  const wanted = useStore(snackbarStore, (state) => state.wanted)
  return wanted ? (
    <Suspense fallback={null}>
      <Snackbars />
    </Suspense>
  ) : null
}
