import { createStore } from '#web/lib/store.ts'

/** Counts the wishes to choose what the page is compared with; the dialog opens when it grows. */
export const compareWish = createStore({ count: 0 })
