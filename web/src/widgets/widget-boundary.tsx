import { Component, use, useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { ConnectionContext } from '#web/lib/connection-context.ts'
import { useMissingPart } from '#web/lib/figures-shown.ts'
import { forgetFailedCode } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/states/states.tsx'

interface Props {
  children: ReactNode
}

/** How often code is tried again that the server could not be reached for, in milliseconds. */
const retryEvery = 5000

const isUnreachable = (error: unknown) => error instanceof ApiError && error.code === 'offline'

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

/** Says that a component failed, and tries it again when the server can be reached again. */
function FailedWidget({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useMissingPart()
  const isOffline = use(ConnectionContext)?.trouble === 'offline'
  const wasOffline = useRef(isOffline)
  useEffect(() => {
    if (wasOffline.current && !isOffline) onRetry()
    wasOffline.current = isOffline
    // No request of the page may have noticed, so that nobody else looks whether the server is back.
    if (isOffline || !isUnreachable(error)) return
    const timer = setTimeout(onRetry, retryEvery)
    return () => clearTimeout(timer)
  }, [isOffline, error, onRetry])
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Card>
      <Failed error={isOffline ? new ApiError('offline', '') : error} onRetry={onRetry} compact />
    </Card>
  )
}
