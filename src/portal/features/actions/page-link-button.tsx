// Draws the button that leads to the page of an action.
import { LinkButton } from '#portal/ui/app-link.tsx'
import type { ActionProps } from './action-props.ts'

export function PageLink({ action: { label, icon, link, primary }, scope }: ActionProps) {
  return link ? (
    <LinkButton link={link} scope={scope} look={primary ? 'accent' : 'plain'} {...(icon ? { icon } : {})}>
      {label}
    </LinkButton>
  ) : null
}
