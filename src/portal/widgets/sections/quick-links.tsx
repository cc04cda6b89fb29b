// Draws the section of links to the portal's main services.
import { AppLink } from '#portal/ui/app-link.tsx'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'

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
