import { useRouter } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { useTellsOffline } from '#web/lib/connection-context.ts'
import { forgetFailedCode } from '#web/lib/on-demand.tsx'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Notice } from './notice.tsx'
import { Failed, NoAccess } from './states.tsx'
import { isUnreachable } from './use-away.ts'
import { useRetryWhenReached } from './use-retry-when-reached.ts'

/** A screen that could not be drawn or loaded. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const t = useAppTexts()
  const router = useRouter()
  const retry = useCallback(() => {
    forgetFailedCode()
    reset()
    // The failure may be the route's own, which stays until the route is loaded again.
    void router.invalidate()
  }, [reset, router])
  const isOffline = isUnreachable(error)
  useRetryWhenReached(isOffline, retry)
  useTellsOffline(isOffline)
  if (error instanceof ApiError) {
    return error.code === 'forbidden' ? <NoAccess /> : <Failed error={error} onRetry={retry} />
  }
  return (
    <Notice
      picture="failed"
      title={t('brokenTitle')}
      alert
      action={{ text: t('reload'), run: () => location.reload() }}
    >
      {t('brokenText')}
    </Notice>
  )
}
