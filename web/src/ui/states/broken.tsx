import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '#web/lib/api-error.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Notice } from './notice.tsx'
import { Failed, NoAccess } from './states.tsx'

/** A screen that could not be drawn or loaded. */
export function Broken({ error, reset }: ErrorComponentProps) {
  const t = useAppTexts()
  if (error instanceof ApiError) {
    return error.code === 'forbidden' ? <NoAccess /> : <Failed error={error} onRetry={reset} />
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
