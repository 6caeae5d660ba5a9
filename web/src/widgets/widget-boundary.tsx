import { Component } from 'react'
import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/states/states.tsx'

interface Props {
  children: ReactNode
}

/** Error boundary: a component that fails to render does not break the rest of the page. */
export class WidgetBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: null, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Card>
        <Failed error={this.state.error} onRetry={() => this.setState({ error: null, failed: false })} compact />
      </Card>
    )
  }
}
