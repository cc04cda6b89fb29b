// Limits the failure of one page to that page.
import { Component, type ReactNode } from 'react'
import { Failed } from '#portal/ui/failed.tsx'

interface Props {
  /** A new value, such as a newer page body, is a new chance. */
  readonly resetOn: unknown
  readonly children: ReactNode
}

interface State {
  readonly failed: boolean
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error('页面显示出错', error)
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetOn !== this.props.resetOn) this.setState({ failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <Failed message="页面显示出错，请重试" retry={() => this.setState({ failed: false })} />
  }
}
