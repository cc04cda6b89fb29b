// Draws the card that replaces a widget that is unknown or failed while rendering.
import { Component, type ReactNode } from 'react'
import { Icon } from './icon.tsx'

export function ErrorCard({ title, detail }: { readonly title: string; readonly detail?: string }) {
  return (
    <div className="eq-error-card" role="alert">
      <Icon name="warning" />
      <span>{title}</span>
      {detail ? <small>{detail}</small> : null}
    </div>
  )
}

interface Props {
  readonly name: string
  readonly children: ReactNode
}

interface State {
  readonly error: Error | null
}

/** Keeps a broken part from taking the page with it. The report goes to the console, once. */
export class Guard extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    console.error(`组件“${this.props.name}”出错`, error)
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    return <ErrorCard title={`“${this.props.name}”暂时无法显示`} />
  }
}
