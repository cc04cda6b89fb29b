// Draws the link to a page by its id; it prefetches that page's code and body on hover.

import { memo, type ReactNode } from 'react'
import { prefetchPage } from '#portal/core/pages/use-page.ts'
import { linkTo } from '#portal/core/routing/link-address.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link as LinkModel } from '#shared/model/page-model.ts'
import type { ButtonVariant } from './button.tsx'
import { names } from './format/class-names.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

interface Props {
  readonly link: LinkModel
  readonly scope: Scope
  readonly className?: string
  readonly label?: string
  readonly children?: ReactNode
}

/**
 * Renders a link to a configured page. Placeholders in the parameters of the link are filled from `scope`. The code
 * and the body of the page are prefetched when the pointer enters the link or the link is focused. `label` is the
 * accessible name, if it differs from the content.
 *
 * @example
 * if (section.more) return <AppLink link={section.more} scope={scope} label="更多图书">更多</AppLink>
 */
export const AppLink = memo(function AppLink({ link, scope, className, label, children }: Props) {
  const warm = () => prefetchPage(link.page)
  return (
    <Link
      to={linkTo(link, scope)}
      className={className}
      aria-label={label}
      onPointerEnter={warm}
      onFocus={warm}
    >
      {children}
    </Link>
  )
})

interface ButtonProps extends Props {
  readonly look?: ButtonVariant
  readonly icon?: string
}

/** A link that looks like a button. */
export function LinkButton({ look = 'plain', icon, className, children, ...rest }: ButtonProps) {
  return (
    <AppLink {...rest} className={names('eq-button', `eq-button-${look}`, className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </AppLink>
  )
}
