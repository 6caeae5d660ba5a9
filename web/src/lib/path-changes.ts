import { createStore } from './store.ts'

/** Changes of place, filters or period that are chosen and not yet in the address: long paths are stored first. */
export const pathChanges = createStore({ running: 0 })

/** Counts a change of the path as running until its work is done. */
export async function whileChanging<T>(work: Promise<T>): Promise<T> {
  pathChanges.set({ running: pathChanges.get().running + 1 })
  try {
    return await work
  } finally {
    pathChanges.set({ running: pathChanges.get().running - 1 })
  }
}
