// Owns the button that passes the page on.
import type { ActionProps } from '../action-props.ts'
import { ShareButton } from '../share-button.tsx'

export function ShareAction({ action: { label, icon = 'share' }, title }: ActionProps) {
  return <ShareButton title={title} label={label} icon={icon} />
}
