import '#web/ui/styles.ts'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ComponentType } from 'react'
import type { Locale } from '@gensvar/contract/local-text'
import { changeLocale, i18n, startI18n } from '#web/lib/i18n.ts'
import { loadLaterTexts } from '#web/lib/later-texts.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { clearSession, sessionStore } from '#web/lib/session-store.ts'
import { cleanup, render, resizeTo } from '#web/testing/render.tsx'
import { startServing } from '#web/testing/serve.ts'
import type { SeenCall, Served } from '#web/testing/serve.ts'
import { standardAccent } from '#web/ui/accent.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { buildTheme, resolveVariables } from '#web/ui/theme.ts'

/** A part of a page under test: where it is, which calls it made, and how to go back. */
export interface Stage {
  address: () => string
  calls: SeenCall[]
  back: () => void
}

interface Options {
  locale?: Locale
  width?: number
  scheme?: 'light' | 'dark'
}

let stopServing: (() => void) | null = null

/** Renders a part of a page at the address of a ranking, with the given server answers. */
export async function renderStage(
  Part: ComponentType,
  href: string,
  served: readonly Served[],
  { locale = 'en', width = 1200, scheme = 'light' }: Options = {},
): Promise<Stage> {
  await resizeTo(width)
  if (i18n.isInitialized) await changeLocale(locale)
  else await startI18n(locale)
  await loadLaterTexts(locale)
  const { calls, stop } = startServing(served)
  stopServing = stop
  sessionStore.set({ survey: 'visits', token: 'token' })
  const queryClient = createQueryClient(notifyError)
  const root = createRootRoute()
  const ranking = createRoute({
    getParentRoute: () => root,
    path: '/ranking/$survey/$drillPath',
    component: () => (
      <Suspense fallback="…">
        <Part />
      </Suspense>
    ),
  })
  const alerts = createRoute({
    getParentRoute: () => root,
    path: '/alertlist/$survey/$drillPath',
    component: () => 'Alerts',
  })
  const router = createRouter({
    routeTree: root.addChildren([ranking, alerts]),
    history: createMemoryHistory({ initialEntries: [href] }),
    pathParamsAllowedCharacters: [';', ':', '@', '&', '=', '+', '$', ','],
  })
  render(
    <MantineProvider
      theme={buildTheme(standardAccent)}
      cssVariablesResolver={resolveVariables}
      forceColorScheme={scheme}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications />
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { address: () => router.state.location.href, calls, back: () => router.history.back() }
}

/** Cleans up after `renderStage`; call after each test. */
export function endStage(): void {
  cleanup()
  stopServing?.()
  stopServing = null
  clearSession()
  localStorage.clear()
}
