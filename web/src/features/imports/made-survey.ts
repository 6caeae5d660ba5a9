import { createStore } from '#web/lib/store.ts'

/** A survey that was made of a file in this window. */
export interface MadeSurvey {
  survey: string
  importSetId: number
  filename: string
  ninterviews: number
  /** Who made it: the notice is for nobody else who signs in here. */
  username: string
}

const key = 'gensvar-made-survey'

function read(): MadeSurvey | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as MadeSurvey | null
  } catch {
    return null
  }
}

/** The survey made last in this window, until it is undone or its notice is hidden. */
export const madeStore = createStore<{ made: MadeSurvey | null }>({ made: read() })

/** Notes the survey made last, also for when the page is loaded again; null forgets it. */
export function noteMade(made: MadeSurvey | null): void {
  if (made === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(made))
  madeStore.set({ made })
}
