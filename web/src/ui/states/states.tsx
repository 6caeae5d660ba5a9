import type { ReactNode } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Notice } from './notice.tsx'
import type { NoticeAction } from './notice.tsx'

interface EmptyProps {
  /** Says what there is none of, naming the path, filters and period if possible. */
  title?: string
  children?: ReactNode
  action?: NoticeAction
  compact?: boolean
}

/** There is nothing to show, and nothing is wrong. */
export function Empty({ title, children, action, compact }: EmptyProps) {
  const t = useAppTexts()
  return (
    <Notice picture="empty" title={title ?? t('emptyTitle')} action={action} compact={compact}>
      {children}
    </Notice>
  )
}

/** The reader may not see it; says whom to ask. */
export function NoAccess({ children, action, compact }: Omit<EmptyProps, 'title'>) {
  const t = useAppTexts()
  return (
    <Notice picture="no-access" title={t('noAccessTitle')} action={action} compact={compact}>
      {children ?? t('noAccessText')}
    </Notice>
  )
}

interface FailedProps {
  error: unknown
  onRetry?: () => void
  compact?: boolean
}

/** A call failed; shows the server's message if there is one. */
export function Failed({ error, onRetry, compact }: FailedProps) {
  const t = useAppTexts()
  const action = onRetry === undefined ? undefined : { text: t('tryAgain'), run: onRetry }
  return (
    <Notice picture="failed" title={t('failedTitle')} action={action} alert compact={compact}>
      {errorText(error)}
    </Notice>
  )
}

/** No answer came in time; never shown as "no data". */
export function TooSlow({ onRetry, compact }: Omit<FailedProps, 'error'>) {
  const t = useAppTexts()
  const action = onRetry === undefined ? undefined : { text: t('tryAgain'), run: onRetry }
  return (
    <Notice picture="too-slow" title={t('tooSlowTitle')} action={action} alert compact={compact}>
      {t('tooSlowText')}
    </Notice>
  )
}
