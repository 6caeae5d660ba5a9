import '#web/ui/styles.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { notifications } from '@mantine/notifications'
import axe from 'axe-core'
import type { Locale } from '@gensvar/contract/local-text'
import { App } from '#web/app.tsx'
import { changeLocale, i18n, startI18n } from '#web/lib/i18n.ts'
import { loadLaterTexts } from '#web/lib/later-texts.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { clearSession } from '#web/lib/session-store.ts'
import { createAppRouter } from '#web/router.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { cleanup, render, resizeTo } from './render.tsx'
import { startServing } from './serve.ts'
import type { SeenCall, Served } from './serve.ts'

/** The application under test: where it is, which calls it made, and how to end it. */
export interface RunningApp {
  address: () => string
  calls: SeenCall[]
  go: (href: string) => void
  /** Goes to the screen before, as the browser's button does. */
  back: () => void
}

let stopServing: (() => void) | null = null

/** Options of the environment: language, width of the window, other servers. */
interface Surroundings {
  locale?: Locale
  width?: number
  elsewhere?: Parameters<typeof startServing>[1]
}

/** Starts the whole application at an address, with the given server answers. */
export async function renderApp(
  href: string,
  served: readonly Served[],
  { locale = 'en', width = 1440, elsewhere }: Surroundings = {},
): Promise<RunningApp> {
  await resizeTo(width)
  if (i18n.isInitialized) await changeLocale(locale)
  else await startI18n(locale)
  await loadLaterTexts(locale)
  const { calls, stop } = startServing(served, elsewhere)
  stopServing = stop
  const history = createMemoryHistory({ initialEntries: [href] })
  const queryClient = createQueryClient(notifyError)
  const router = createAppRouter(queryClient, history)
  render(<App queryClient={queryClient} router={router} />)
  return {
    address: () => router.state.location.href,
    calls,
    go: (to) => history.push(to),
    back: () => history.back(),
  }
}

/** Ends the application: call after each test. What the browser stores stays for a reload. */
export function endApp({ keepsStorage = false }: { keepsStorage?: boolean } = {}): void {
  cleanup()
  stopServing?.()
  stopServing = null
  clearSession()
  notifications.clean()
  notifications.cleanQueue()
  if (keepsStorage) return
  localStorage.clear()
  sessionStorage.clear()
}

/** Shows the page in one of the colour schemes. */
export function useScheme(scheme: 'light' | 'dark'): void {
  document.documentElement.dataset['mantineColorScheme'] = scheme
}

/** The page's violations of WCAG 2.2 A and AA found by axe, one line per element. */
export async function accessibilityProblems(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    // Describing the many elements that pass takes most of the time of a run.
    resultTypes: ['violations'],
    iframes: false,
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  )
}
