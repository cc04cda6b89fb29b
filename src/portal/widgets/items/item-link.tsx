// Draws the link from an item in a list to the page that shows it.
import type { ReactNode } from 'react'
import { routeOf } from '#portal/core/routing/link-address.ts'
import { AppLink } from '#portal/ui/app-link.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'

interface Props {
  readonly link: Link | undefined
  readonly scope: Scope
  readonly item: Item
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Renders a link from an item in a list to its page; placeholders of the link read the item as `item`. Without a
 * link, or if no page displays items of this type, the children are rendered as text.
 *
 * @example
 * <ItemLink link={section.open} scope={scope} item={item}>{toText(item.title)}</ItemLink>
 */
export function ItemLink({ link, scope, item, className, children }: Props) {
  const inner = { ...scope, item }
  if (!link || routeOf(link, inner) === undefined) return <span className={className}>{children}</span>
  return (
    <AppLink link={link} scope={inner} {...(className ? { className } : {})}>
      {children}
    </AppLink>
  )
}
