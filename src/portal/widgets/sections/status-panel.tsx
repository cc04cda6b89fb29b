// Owns the panel of the pages that say what went wrong and where to go.
import type { Link } from '../../../shared/page-model.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { Cover } from '../../ui/cover.tsx'
import { themeLook } from '../../ui/cover-look.ts'
import type { SectionProps } from '../widget-props.ts'

interface Options {
  readonly code: string
  readonly heading: string
  readonly text?: string
  readonly links?: readonly { readonly label: string; readonly link: Link }[]
}

export function StatusPanelSection({ section, scope }: SectionProps) {
  const { code, heading, text, links = [] } = (section.options ?? {}) as unknown as Options
  return (
    <section className="eq-status">
      <div className="eq-status-picture" aria-hidden>
        <Cover look={themeLook('#0B4EA2', 'orbit')} seed={code} icon={false} />
        <strong>{code}</strong>
      </div>
      <h2>{heading}</h2>
      {text ? <p className="eq-muted">{text}</p> : null}
      <p className="eq-status-links">
        {links.map(({ label, link }, index) => (
          <LinkButton key={label} link={link} scope={scope} look={index === 0 ? 'primary' : 'plain'}>
            {label}
          </LinkButton>
        ))}
      </p>
    </section>
  )
}
