import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useBranding } from './lib/branding.ts'
import { useFormat } from './lib/format.ts'
import { i18n } from './lib/i18n.ts'
import { personOf, sessionStore } from './lib/session-store.ts'
import type { createAppRouter } from './router.tsx'
import { SnackbarPlace } from './ui/snackbar-place.tsx'
import { preparedAccents, standardAccent } from './ui/accent.ts'
import type { Accent } from './ui/accent.ts'
import { buildTheme, resolveVariables } from './ui/theme.ts'

const colourScheme = localStorageColorSchemeManager({ key: 'gensvar-colour-scheme' })

interface Props {
  queryClient: QueryClient
  router: ReturnType<typeof createAppRouter>
}

/** Refetches the texts and figures that the server formats when the language changes. */
function useAnswersInLanguage(queryClient: QueryClient): void {
  useEffect(() => {
    const askAgain = () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'login' })
    i18n.on('languageChanged', askAgain)
    return () => i18n.off('languageChanged', askAgain)
  }, [queryClient])
}

/** Forgets what the server answered another person when the window's session becomes somebody else's. */
function useAnswersOfPerson(queryClient: QueryClient): void {
  useEffect(() => {
    let person = personOf(sessionStore.get())
    return sessionStore.subscribe(() => {
      const next = personOf(sessionStore.get())
      if (next === null || next === person) return
      const isOther = person !== null
      person = next
      if (!isOther) return
      sessionStore.set({ reports: [] })
      void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'login' })
    })
  }, [queryClient])
}

/** The universe's accent; the product's own until it is worked out. */
function useAccent(): Accent {
  const { accent: colour } = useBranding()
  const [own, setOwn] = useState<{ colour: string; accent: Accent } | null>(null)
  useEffect(() => {
    if (Object.hasOwn(preparedAccents, colour)) return
    // Without it the screens keep the product's own colour.
    void import('./ui/palette.ts').then(
      ({ accentFrom }) => setOwn({ colour, accent: accentFrom(colour) }),
      () => undefined,
    )
  }, [colour])
  return preparedAccents[colour] ?? (own?.colour === colour ? own.accent : standardAccent)
}

/** The application: looks, server answers, messages and screens. */
export function App({ queryClient, router }: Props) {
  useAnswersInLanguage(queryClient)
  useAnswersOfPerson(queryClient)
  const accent = useAccent()
  const decimalSeparator = useFormat().number(0.5, 1).charAt(1)
  const theme = useMemo(() => buildTheme(accent, decimalSeparator), [accent, decimalSeparator])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      colorSchemeManager={colourScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <SnackbarPlace />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
