// Draws the section with the contact details of the portal's operator.
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'

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
