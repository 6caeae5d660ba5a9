import { Suspense } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { createStore, useStore } from '#web/lib/store.ts'

const snackbarStore = createStore({ wanted: false })

/** Loads and draws the messages' container; a page without messages does not need it. */
export function wantSnackbars(): void {
  if (!snackbarStore.get().wanted) snackbarStore.set({ wanted: true })
}

const Snackbars = onDemand(async () => (await import('./snackbars.tsx')).Snackbars)

/** Where the short messages appear; empty until the first one. */
export function SnackbarPlace() {
  const wanted = useStore(snackbarStore, (state) => state.wanted)
  return wanted ? (
    <Suspense fallback={null}>
      <Snackbars />
    </Suspense>
  ) : null
}
