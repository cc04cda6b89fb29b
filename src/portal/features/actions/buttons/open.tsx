// Draws the button that opens a page, or adds the item to the comparison set if that page compares items.
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { PageLink } from '#portal/features/actions/page-link-button.tsx'
import { CompareButton } from '#portal/features/comparison/compare-button.tsx'

export function OpenAction(props: ActionProps) {
  const {
    action: { label, link },
    item,
    picture,
  } = props
  if (!link || !item || !('ids' in link.params)) return <PageLink {...props} />
  return <CompareButton link={link} item={item} label={label} max={link.max} picture={picture} />
}
