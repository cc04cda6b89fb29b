// Draws the button that shares the page.
import type { ActionProps } from '#portal/features/actions/action-props.ts'
import { ShareButton } from '#portal/features/page/share-button.tsx'

export function ShareAction({ action: { label, icon = 'share' }, title }: ActionProps) {
  return <ShareButton title={title} label={label} icon={icon} />
}
