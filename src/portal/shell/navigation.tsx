// Owns the main navigation: the menu tree, with a panel for children; a drawer on a phone.
import { Link } from 'react-router-dom'
import type { MenuNode } from '../../shared/model.ts'

interface Props {
  readonly menu: readonly MenuNode[]
  readonly path: string
  readonly open: boolean
}

function holds(node: MenuNode, path: string): boolean {
  return node.url === path || node.children.some((child) => holds(child, path))
}

export function Navigation({ menu, path, open }: Props) {
  const current = (node: MenuNode) => (node.url === path ? ({ 'aria-current': 'page' } as const) : {})
  return (
    <nav className="eq-nav" id="eq-navigation" aria-label="主导航" data-open={open}>
      <ul className="eq-wrap eq-nav-row">
        {menu
          .filter((node) => !node.hidden)
          .map((node) => {
            const children = node.children.filter((child) => !child.hidden)
            return (
              <li key={node.id} data-active={holds(node, path)}>
                <Link to={node.url} {...current(node)}>
                  {node.title}
                </Link>
                {children.length ? (
                  <ul className="eq-nav-panel" aria-label={`${node.title}下级`}>
                    {children.map((child) => (
                      <li key={child.id}>
                        <Link to={child.url} {...current(child)}>
                          {child.title}
                        </Link>
                      </li>
                    ))}
                  </ul>
                ) : null}
              </li>
            )
          })}
      </ul>
    </nav>
  )
}
