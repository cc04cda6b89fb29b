// Draws the cell of an address inside the portal that the server generated.
import { Link } from '#portal/ui/link.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function PortalLinkCell({ value, column }: CellProps) {
  // A second slash would lead to another site.
  if (typeof value !== 'string' || !/^\/(?!\/)/.test(value)) return <>—</>
  const { label } = optionsOf<'cells/portal-link'>(column)
  return (
    <Link to={value} className={`eq-button eq-button-${label ? 'plain' : 'accent'}`}>
      {label ?? '查看并处理'}
    </Link>
  )
}
