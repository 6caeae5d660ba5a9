import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useBranding } from './lib/branding.ts'
import type { createAppRouter } from './router.tsx'
import { SnackbarPlace } from './ui/snackbar-place.tsx'
import { buildTheme, resolveVariables } from './ui/theme.ts'

const colourScheme = localStorageColorSchemeManager({ key: 'gensvar-colour-scheme' })

interface Props {
  queryClient: QueryClient
  router: ReturnType<typeof createAppRouter>
}

/** The application: looks, server answers, messages and screens. */
export function App({ queryClient, router }: Props) {
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
