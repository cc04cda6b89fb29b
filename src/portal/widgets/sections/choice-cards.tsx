// Draws the section of choices to read before deciding: the audience and the requirements of each.
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'

export function ChoiceCardsSection({ section, scope }: SectionProps) {
  const {
    items = [],
    needs: needsTitle = '需要准备',
    can: canTitle = '注册后可以',
  } = optionsOf<'sections/choice-cards'>(section)
  return (
    <SectionFrame section={section} scope={scope} isEmpty={items.length === 0}>
      <ul className="eq-choice-cards">
        {items.map(({ title, icon, text, can, needs, note, button, link }) => (
          <li key={title} className="eq-choice-card">
            <h3>
              <Icon name={icon} />
              {title}
            </h3>
            <p>{text}</p>
            {can?.length ? (
              <dl>
                <dt>{canTitle}</dt>
                {can.map((promised) => (
                  <dd key={promised.text}>{promised.text}</dd>
                ))}
              </dl>
            ) : null}
            {needs?.length ? (
              <dl>
                <dt>{needsTitle}</dt>
                {needs.map((need) => (
                  <dd key={need}>{need}</dd>
                ))}
              </dl>
            ) : null}
            {note ? <p className="eq-muted">{note}</p> : null}
            <LinkButton link={link} scope={scope} look="primary" label={`${button}：${title}`}>
              {button}
            </LinkButton>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
