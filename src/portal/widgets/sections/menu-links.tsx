// Owns the section of entries that the menu keeps below the page it stands on, as far as the reader may see them.
import { Link } from 'react-router-dom'
import type { MenuNode } from '../../../shared/menu.ts'
import { useMenu } from '../../app/menu.ts'
import { Icon } from '../../ui/icon.tsx'
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

function below(nodes: readonly MenuNode[], path: string): readonly MenuNode[] {
  for (const node of nodes) {
    const found = node.url === path ? node.children : below(node.children, path)
    if (found.length) return found
  }
  return []
}

export function MenuLinksSection({ section, scope, page }: SectionProps) {
  const { nodes } = useMenu()
  const entries = below(nodes, page.path).filter(({ hidden }) => !hidden)
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
