// Draws the head of one column of a comparison: the item and its actions.
import type { ReactNode } from 'react'
import { Icon } from '#portal/ui/icon.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'

interface Props {
  readonly id: string
  readonly title: string
  readonly picture: ReactNode
  readonly open: Link | undefined
  readonly scope: Scope
  readonly isBase: boolean
  /** Absent where there is nothing to set it against. */
  readonly onPin: (() => void) | undefined
  readonly onSwap: (() => void) | undefined
  readonly onRemove: () => void
}

export function ComparisonHead({ id, title, picture, open, scope, isBase, ...handlers }: Props) {
  const { onPin, onSwap, onRemove } = handlers
  return (
    <th scope="col">
      {picture}
      <ItemLink link={open} scope={scope} item={{ id }}>
        {title}
      </ItemLink>
      <span className="eq-compare-deeds">
        {onPin ? (
          <button type="button" className="eq-text-button" aria-pressed={isBase} onClick={onPin}>
            {isBase ? '取消基准' : '设为基准'}
            <span className="eq-sr-only">{title}</span>
          </button>
        ) : null}
        {onSwap ? (
          <button type="button" className="eq-text-button" onClick={onSwap}>
            更换<span className="eq-sr-only">{title}</span>
          </button>
        ) : null}
      </span>
      <button type="button" className="eq-icon-button" aria-label={`移除 ${title}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </th>
  )
}
