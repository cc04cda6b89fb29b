// Draws the cell of an address inside the portal that the server generated.
import { Link } from '#portal/ui/link.tsx'
import type { CellProps } from '#portal/widgets/widget-props.ts'

export function PortalLinkCell({ value }: CellProps) {
  // A second slash would lead to another site.
  if (typeof value !== 'string' || !/^\/(?!\/)/.test(value)) return <>—</>
  return (
    <Link to={value} className="eq-button eq-button-accent">
      查看并处理
    </Link>
  )
}
