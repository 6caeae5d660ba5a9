import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useBranding } from './lib/branding.ts'
import { i18n } from './lib/i18n.ts'
import type { createAppRouter } from './router.tsx'
import { SnackbarPlace } from './ui/snackbar-place.tsx'
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

/** The application: theme, query cache, messages and router. */
export function App({ queryClient, router }: Props) {
  useAnswersInLanguage(queryClient)
  const { accent } = useBranding()
  const theme = useMemo(() => buildTheme(accent), [accent])
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
