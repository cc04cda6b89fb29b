// Draws the message of an empty block, with the next action.
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  readonly text?: string
  /** The next action: a button or a link. */
  readonly children?: ReactNode
}

/**
 * Renders the message of an empty block, “暂无内容” by default. The children are the next action: a button or a link.
 *
 * @example
 * <Empty text="书架还空着">
 *   <Button icon="add">添加图书</Button>
 * </Empty>
 */
export function Empty({ text = '暂无内容', children }: Props) {
  return (
    <div className="eq-state">
      <Icon name="inbox" className="eq-state-icon" />
      <p>{text}</p>
      {children}
    </div>
  )
}
