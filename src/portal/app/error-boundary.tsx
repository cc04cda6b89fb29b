// Owns keeping a failure of one page inside that page.
import { Component, type ReactNode } from 'react'
import { Failed } from '../ui/failed.tsx'

interface State {
  readonly failed: boolean
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <Failed message="页面显示出错" retry={() => this.setState({ failed: false })} />
  }
}
