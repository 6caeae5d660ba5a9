import { createStore } from './store.ts'

/** A published version of a survey that is not shown yet, because somebody is in the middle of something. */
export interface WaitingVersion {
  survey: string
  /** Shows it. */
  load: () => void
}

/** The version that waits to be shown, if one does. */
export const newVersionStore = createStore<{ waiting: WaitingVersion | null }>({ waiting: null })
