// Draws the main navigation: the menu tree, with a panel for children; a drawer on a phone.

import { type FocusEvent, type KeyboardEvent, memo, useState } from 'react'
import { prefetchPath } from '#portal/core/pages/use-page.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { useAfterPaint } from '#portal/ui/hooks/use-after-paint.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import type { MenuNode } from '#shared/model/menu.ts'

interface Props {
  readonly menu: readonly MenuNode[]
  readonly path: string
  /** Of the pages above it, from the entrance down; of a page that is not in the menu the nearest of them stands out. */
  readonly above: string
  /** True while the drawer of narrow screens is open. */
  readonly open: boolean
}

function containsPath(node: MenuNode, path: string): boolean {
  return node.url === path || node.children.some((child) => containsPath(child, path))
}

/** The page itself where the menu has it, else the nearest one above it that the menu has. */
export function findActivePath(menu: readonly MenuNode[], path: string, above: readonly string[]): string {
  const isThere = (one: string) => menu.some((node) => !node.hidden && !node.user && containsPath(node, one))
  return [path, ...above.toReversed()].find(isThere) ?? path
}

function NavLink({ node, path, place }: Pick<BranchProps, 'node' | 'path' | 'place'>) {
  const warm = () => prefetchPath(node.redirect ?? node.url)
  return (
    <Link
      to={node.url}
      aria-current={node.url === path ? 'page' : node.url === place ? 'true' : undefined}
      onPointerEnter={warm}
      onFocus={warm}
    >
      {node.title}
    </Link>
  )
}

export const Navigation = memo(function Navigation({ menu, path, above, open }: Props) {
  const place = findActivePath(menu, path, above === '' ? [] : above.split(' '))
  const [unfolded, setUnfolded] = useState<string | null>(null)
  const isPainted = useAfterPaint()
  const closeOnEscape = (event: KeyboardEvent) => {
    if (pressedKey(event) === 'Escape') setUnfolded(null)
  }
  const closeOnLeave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setUnfolded(null)
  }
  return (
    <nav
      className="eq-nav"
      id="eq-navigation"
      aria-label="主导航"
      data-open={open}
      onKeyDown={closeOnEscape}
      onBlur={closeOnLeave}
    >
      <ul className="eq-wrap eq-nav-row">
        {menu
          .filter((node) => !node.hidden && !node.user)
          .map((node) => (
            <Branch
              key={node.id}
              node={node}
              path={path}
              place={place}
              withPanel={isPainted}
              unfolded={unfolded === node.id}
              onUnfold={(next) => setUnfolded(next ? node.id : null)}
            />
          ))}
      </ul>
    </nav>
  )
})

interface BranchProps {
  readonly node: MenuNode
  readonly path: string
  /** The path of the highlighted menu entry. */
  readonly place: string
  readonly withPanel: boolean
  readonly unfolded: boolean
  readonly onUnfold: (unfolded: boolean) => void
}

/** A mouse opens the panel by resting on it; keyboard and touch have a button for it. */
function Branch({ node, path, place, withPanel, unfolded, onUnfold }: BranchProps) {
  const children = node.children.filter((child) => !child.hidden)
  if (children.length === 0)
    return (
      <li data-active={containsPath(node, place)}>
        <NavLink node={node} path={path} place={place} />
      </li>
    )
  const panel = `eq-nav-${node.id}`
  return (
    <li
      data-active={containsPath(node, place)}
      data-unfolded={unfolded}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onUnfold(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onUnfold(false)}
    >
      <NavLink node={node} path={path} place={place} />
      <button
        type="button"
        className="eq-nav-toggle"
        aria-expanded={unfolded}
        aria-controls={panel}
        aria-label={`${node.title}的下级栏目`}
        onClick={() => onUnfold(!unfolded)}
      >
        <Icon name="down" />
      </button>
      <ul className="eq-nav-panel" id={panel} data-wide={children.length > 6}>
        {withPanel
          ? children.map((child) => (
              <li key={child.id}>
                <NavLink node={child} path={path} place={place} />
              </li>
            ))
          : null}
      </ul>
    </li>
  )
}
