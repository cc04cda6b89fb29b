// Draws the section of menu entries that are children of the current page, as far as the user may see them.

import { useMenu } from '#portal/core/configuration/menu.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import { SectionFrame } from './parts/section-frame.tsx'

function findChildNodes(nodes: readonly MenuNode[], path: string): readonly MenuNode[] {
  for (const node of nodes) {
    const found = node.url === path ? node.children : findChildNodes(node.children, path)
    if (found.length) return found
  }
  return []
}

/** Many with one sign are found by their names, which stand closer without it. */
function Index({ entries }: { readonly entries: readonly MenuNode[] }) {
  return (
    <ul className="eq-menu-index">
      {entries.map(({ id, title, url }) => (
        <li key={id}>
          <Link to={url}>{title}</Link>
        </li>
      ))}
    </ul>
  )
}

export function MenuLinksSection({ section, scope, page }: SectionProps) {
  const { nodes } = useMenu()
  const entries = findChildNodes(nodes, page.path).filter(({ hidden }) => !hidden)
  if (entries.every(({ icon }) => icon === undefined))
    return (
      <SectionFrame section={section} scope={scope} isEmpty={entries.length === 0}>
        <Index entries={entries} />
      </SectionFrame>
    )
  return (
    <SectionFrame section={section} scope={scope} isEmpty={entries.length === 0}>
      <ul className="eq-quick-links">
        {entries.map(({ id, title, url, icon }) => (
          <li key={id}>
            <Link to={url} className="eq-quick-link">
              <span className="eq-quick-icon">
                <Icon name={icon ?? 'list'} />
              </span>
              <strong>{title}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
