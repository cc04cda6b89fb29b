// Owns the main navigation: the menu tree, with a panel for children; a drawer on a phone.
import { type FocusEvent, type KeyboardEvent, memo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { MenuNode } from '../../shared/menu.ts'
import { prefetchPath } from '../app/use-page.ts'
import { Icon } from '../ui/icon.tsx'
import { useAfterPaint } from '../ui/use-after-paint.ts'

interface Props {
  readonly menu: readonly MenuNode[]
  readonly path: string
  /** Whether the drawer of narrow screens is open. */
  readonly open: boolean
}

function holds(node: MenuNode, path: string): boolean {
  return node.url === path || node.children.some((child) => holds(child, path))
}

function NavLink({ node, path }: { readonly node: MenuNode; readonly path: string }) {
  const warm = () => prefetchPath(node.redirect ?? node.url)
  return (
    <Link
      to={node.url}
      aria-current={node.url === path ? 'page' : undefined}
      onPointerEnter={warm}
      onFocus={warm}
    >
      {node.title}
    </Link>
  )
}

export const Navigation = memo(function Navigation({ menu, path, open }: Props) {
  const [unfolded, setUnfolded] = useState<string | null>(null)
  const isPainted = useAfterPaint()
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setUnfolded(null)
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
  readonly withPanel: boolean
  readonly unfolded: boolean
  readonly onUnfold: (unfolded: boolean) => void
}

/** A mouse opens the panel by resting on it; keyboard and touch have a button for it. */
function Branch({ node, path, withPanel, unfolded, onUnfold }: BranchProps) {
  const children = node.children.filter((child) => !child.hidden)
  if (children.length === 0)
    return (
      <li data-active={holds(node, path)}>
        <NavLink node={node} path={path} />
      </li>
    )
  const panel = `eq-nav-${node.id}`
  return (
    <li
      data-active={holds(node, path)}
      data-unfolded={unfolded}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onUnfold(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onUnfold(false)}
    >
      <NavLink node={node} path={path} />
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
                <NavLink node={child} path={path} />
              </li>
            ))
          : null}
      </ul>
    </li>
  )
}
