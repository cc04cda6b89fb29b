// Draws a link to an address of the portal, which its history opens. It neither reads nor follows the router: lists
// have a link in every row, and no link changes when the address does.
import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { appHistory } from '#portal/core/routing/hash-history.ts'

interface Props extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path and query, such as `/needDetail?id=1`. */
  readonly to: string
}

const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || altKey || ctrlKey || shiftKey)

export function Link({ to, onClick, ...rest }: Props) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    // Other clicks open windows and menus of the browser.
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    appHistory.open(to)
  }
  return <a {...rest} href={appHistory.createHref(to)} onClick={open} />
}
