// Owns what a block says when there is nothing in it, with the next step.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  readonly text?: string
  /** What to do next: a button or a link. */
  readonly children?: ReactNode
}

export function Empty({ text = '暂无内容', children }: Props) {
  return (
    <div className="eq-state">
      <Icon name="inbox" className="eq-state-icon" />
      <p>{text}</p>
      {children}
    </div>
  )
}
