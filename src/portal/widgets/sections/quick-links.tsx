// Owns the section of entries to the portal's main services.
import type { Link } from '../../../shared/page-model.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { keyed } from '../../ui/keyed.ts'
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

interface Options {
  readonly items: readonly {
    readonly label: string
    readonly icon: string
    readonly hint?: string
    readonly link: Link
  }[]
}

export function QuickLinksSection({ section, scope }: SectionProps) {
  const { items = [] } = (section.options ?? {}) as unknown as Options
  return (
    <SectionFrame section={section} scope={scope} isEmpty={items.length === 0}>
      <ul className="eq-quick-links">
        {keyed(items, (item) => item.label).map(({ key, entry: { label, icon, hint, link } }) => (
          <li key={key}>
            <AppLink link={link} scope={scope} className="eq-quick-link">
              <span className="eq-quick-icon">
                <Icon name={icon} />
              </span>
              <span>
                <strong>{label}</strong>
                {hint ? <small>{hint}</small> : null}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
