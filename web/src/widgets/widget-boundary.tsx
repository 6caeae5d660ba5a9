import { Component, use } from 'react'
import type { ReactNode } from 'react'
import { ConnectionContext } from '#web/lib/connection-context.ts'
import { useMissingPart } from '#web/lib/figures-shown.ts'
import { forgetFailedCode } from '#web/lib/on-demand.tsx'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/states/states.tsx'
import { isUnreachable } from '#web/ui/states/use-away.ts'
import { useRetryWhenReached } from '#web/ui/states/use-retry-when-reached.ts'

interface Props {
  children: ReactNode
}

/** Error boundary: a component that fails to load or render does not break the rest of the page. */
export class WidgetBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  private readonly retry = () => {
    forgetFailedCode()
    this.setState({ error: null, failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <FailedWidget error={this.state.error} onRetry={this.retry} />
  }
}

/**
 * Says that a component failed, and tries it again when the server can be reached again; meanwhile the screen says that it
 * cannot.
 */
function FailedWidget({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useAppTexts()
  useMissingPart()
  const isOffline = use(ConnectionContext)?.trouble === 'offline'
  useRetryWhenReached(isUnreachable(error), onRetry)
  return (
    <Card>
      {isOffline ? <p className="gv-quiet">{t('notLoaded')}</p> : <Failed error={error} onRetry={onRetry} compact />}
    </Card>
  )
}
