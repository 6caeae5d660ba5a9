import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { loginStatus } from '@gensvar/contract/entities/identity'
import type { SignInResult } from '@gensvar/contract/identity'
import { safeRedirect } from '#web/features/session/deep-link.ts'
import { goToProvider } from '#web/features/session/provider.ts'
import { askAgain, openSession } from '#web/features/session/session.ts'
import { surveyToOpen } from '#web/lib/last-survey.ts'
import { sessionStore } from '#web/lib/session-store.ts'
import { startAddress, surveyStartQuery } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import type { LoginSearch } from '#web/paths.ts'
import { notifyError } from '#web/ui/notify.tsx'

/** How often the sign-in is polled while the user's data is being prepared, in milliseconds. */
export const pollEvery = 5000

/** True if a signed-in user may leave the login screen. */
function isThrough(session: SignInResult | null | undefined): session is SignInResult {
  return session?.loginStatus === loginStatus.signedIn
}

/** The sign-in for the login screen; polls while the status is "loading". */
export function useLogin(search: LoginSearch) {
  const asked = useRef(false)
  return useQuery({
    queryKey: ['login', search],
    queryFn: () => {
      const first = !asked.current
      asked.current = true
      return first ? openSession(search) : askAgain(search)
    },
    refetchInterval: ({ state }) => (state.data?.loginStatus === loginStatus.loading ? pollEvery : false),
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
  })
}

/** Says that nobody is logged in, then opens the identity provider's login. */
export function useNotLoggedIn(session: SignInResult | null | undefined, search: LoginSearch): void {
  const told = useRef(false)
  useEffect(() => {
    if (session !== null || told.current) return
    told.current = true
    window.alert('Not logged in!')
    goToProvider(paths.login(search).slice(1)).catch(notifyError)
  }, [session, search])
}

/**
 * Leaves the login screen once the user is signed in: for the redirect target when both it and a survey
 * are in the query, else for the survey's start page; users whose dashboards have moved see the notice of it.
 * Returns true when there is nowhere to go.
 */
export function useOnwards(session: SignInResult | null | undefined, search: LoginSearch) {
  const go = useGo()
  const through = isThrough(session)
  const moved = through && session.movedTo !== null ? paths[session.movedTo]() : null
  const target = moved ?? (search.survey === undefined ? null : safeRedirect(search.redirect))
  const survey = through ? surveyToOpen(session.surveys, search.survey) : null
  const start = useQuery({
    ...surveyStartQuery(survey ?? '-'),
    enabled: through && target === null && survey !== null,
  })
  const found = start.data
  useEffect(() => {
    if (!through) return
    // Whatever survey the address or the device named, only one of the user's own is active.
    sessionStore.set({ survey })
    const href = target ?? (found === undefined ? null : startAddress(found))
    if (href === null) return
    if (found !== undefined) sessionStore.set({ drillPath: found.startPath })
    go(href, { replace: true })
  }, [through, target, found, survey, go])
  const nowhere = through && target === null && survey === null
  return { nowhere, error: start.error, retry: () => void start.refetch() }
}
