// Owns the section that says how to reach the operator of the portal.
import { keyed } from '../../ui/keyed.ts'
import { optionsOf } from '../options-of.ts'
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

export function ContactCardSection({ section, scope }: SectionProps) {
  const { items = [] } = optionsOf<'sections/contact-card'>(section)
  return (
    <SectionFrame section={section} scope={scope} isEmpty={items.length === 0}>
      <dl className="eq-facts">
        {keyed(items, (item) => item.label).map(({ key, entry: { label, value } }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SectionFrame>
  )
}
