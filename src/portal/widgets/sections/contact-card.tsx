// Owns the section that says how to reach the operator of the portal.
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

interface Options {
  readonly items?: readonly { readonly label: string; readonly value: string }[]
}

export function ContactCardSection({ section, scope }: SectionProps) {
  const { items = [] } = (section.options ?? {}) as Options
  return (
    <SectionFrame section={section} scope={scope} isEmpty={items.length === 0}>
      <dl className="eq-facts">
        {items.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SectionFrame>
  )
}
