// Draws the message of an empty block, with the next action.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  readonly text?: string
  /** The next action: a button or a link. */
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
