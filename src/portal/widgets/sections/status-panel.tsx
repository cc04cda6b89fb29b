// Draws the panel of error pages: the error, and links to continue.
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Cover } from '#portal/ui/cover/cover.tsx'
import { toThemeCoverStyle } from '#portal/ui/cover/cover-style.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

export function StatusPanelSection({ section, scope }: SectionProps) {
  const { code, heading, text, links = [] } = optionsOf<'sections/status-panel'>(section)
  return (
    <section className="eq-status">
      <div className="eq-status-picture" aria-hidden>
        <Cover look={toThemeCoverStyle('var(--eq-primary)', 'orbit')} seed={code} icon={false} />
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
