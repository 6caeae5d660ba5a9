import type { QueryClient } from '@tanstack/react-query'
import { getSurveyStart } from '@gensvar/contract/surveys'
import { call } from '#web/api.ts'
import { newVersionStore } from '#web/lib/new-version.ts'
import { refreshAround } from '#web/lib/refresh-around.ts'
import { surveyStartQuery } from '#web/lib/survey-start.ts'
import type { SurveyStart } from '#web/lib/survey-start.ts'

/** Longest pause before a version is fetched, in milliseconds, so that all browsers do not ask at once. */
const spread = 800

/** Without a press of a key or a button for so long, nobody is in the middle of a click; in milliseconds. */
const calmAfter = 400

/** How often is looked whether a version that waits can be shown, in milliseconds. */
const lookEvery = 250

/** Something somebody is in the middle of, which another page under it would disturb. */
const open = '[role="dialog"], [role="menu"], [role="listbox"], main form'

const isOpen = (): boolean => [...document.querySelectorAll(open)].some((part) => part.checkVisibility())

/** Follows when somebody last pressed something. */
function followPresses(): { isCalm: () => boolean; stop: () => void } {
  let last = -Infinity
  let isDown = false
  const note = (event: Event) => {
    last = performance.now()
    isDown = event.type === 'pointerdown'
  }
  const events = ['pointerdown', 'pointerup', 'pointercancel', 'keydown'] as const
  for (const event of events) window.addEventListener(event, note, { capture: true, passive: true })
  return {
    isCalm: () => !isDown && performance.now() - last > calmAfter,
    stop: () => {
      for (const event of events) window.removeEventListener(event, note, { capture: true })
    },
  }
}

/**
 * Shows newly published versions of surveys: quietly where nobody is in the middle of something, else when they have
 * finished, or when they ask for it.
 */
export function newVersions(queryClient: QueryClient): { offer: (data: unknown) => void; stop: () => void } {
  const presses = followPresses()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function show(survey: string, start: SurveyStart): void {
    clearTimeout(timers.get(survey))
    if (newVersionStore.get().waiting?.survey === survey) newVersionStore.set({ waiting: null })
    queryClient.setQueryData(surveyStartQuery(survey).queryKey, start)
    void refreshAround(queryClient, survey, 'dashboard-editor')
  }

  function look(survey: string, start: SurveyStart): void {
    if (isOpen()) {
      if (newVersionStore.get().waiting?.survey !== survey)
        newVersionStore.set({ waiting: { survey, load: () => show(survey, start) } })
    } else if (presses.isCalm()) return show(survey, start)
    timers.set(
      survey,
      setTimeout(() => look(survey, start), lookEvery),
    )
  }

  async function fetchVersion(survey: string): Promise<void> {
    const start = await call(getSurveyStart, { params: { survey } })
    const known = queryClient.getQueryData(surveyStartQuery(survey).queryKey)
    if (known === undefined || known.version === start.version) return
    newVersionStore.set({ waiting: null })
    look(survey, start)
  }

  return {
    offer(data) {
      const { survey, version } = data as { survey: string; version: string }
      const known = queryClient.getQueryData(surveyStartQuery(survey).queryKey)
      if (known === undefined || known.version === version) return
      clearTimeout(timers.get(survey))
      const wait = Math.random() * spread
      // Where it cannot be fetched, the next status has it fetched.
      timers.set(
        survey,
        setTimeout(() => void fetchVersion(survey).catch(() => undefined), wait),
      )
    },
    stop() {
      presses.stop()
      for (const timer of timers.values()) clearTimeout(timer)
      newVersionStore.set({ waiting: null })
    },
  }
}
