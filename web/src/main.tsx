import './ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { whenSignedOut } from './api.ts'
import { App } from './app.tsx'
import { restoreQuery } from './features/session/deep-link.ts'
import { startI18n } from './lib/i18n.ts'
import { forgetFailedStyles } from './lib/on-demand.tsx'
import { createQueryClient } from './lib/query-client.ts'
import { sessionStore } from './lib/session-store.ts'
import { createAppRouter } from './router.tsx'
import { notifyError } from './ui/notify.tsx'

restoreQuery()
forgetFailedStyles()
await startI18n()

const queryClient = createQueryClient(notifyError)
const router = createAppRouter(queryClient)

// The guard of the screen shown then checks the session again and starts a sign-in if there is none.
whenSignedOut(() => {
  sessionStore.set({ token: null })
  void router.invalidate()
})

const place = document.querySelector('#root')
if (place === null) throw new Error('The page has no place for the application')
createRoot(place).render(<App queryClient={queryClient} router={router} />)
