// Owns the section of entries to the portal's main services.
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { keyed } from '../../ui/keyed.ts'
import { optionsOf } from '../options-of.ts'
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

export function QuickLinksSection({ section, scope }: SectionProps) {
  const { items = [] } = optionsOf<'sections/quick-links'>(section)
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
