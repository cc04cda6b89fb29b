// Owns the section of choices to read before deciding: for whom each is and what it takes.
import type { Link } from '../../../shared/page-model.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

interface Options {
  readonly needs?: string
  readonly can?: string
  readonly items: readonly {
    readonly title: string
    readonly icon: string
    readonly text: string
    readonly can?: readonly { readonly text: string }[]
    readonly needs?: readonly string[]
    readonly note?: string
    readonly button: string
    readonly link: Link
  }[]
}

export function ChoiceCardsSection({ section, scope }: SectionProps) {
  const {
    items = [],
    needs: needsTitle = '需要准备',
    can: canTitle = '注册后可以',
  } = (section.options ?? {}) as unknown as Options
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
