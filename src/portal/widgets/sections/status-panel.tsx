// Draws the panel of error pages: the error, and links to continue.
import { useEffect, useRef } from 'react'
import { isOpen, useSiteNotices } from '#portal/core/configuration/site-notices.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Cover } from '#portal/ui/cover/cover.tsx'
import { toThemeCoverStyle } from '#portal/ui/cover/cover-style.ts'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'

export function StatusPanelSection({ section, scope }: SectionProps) {
  const { code, heading, text, links = [], maintenance } = optionsOf<'sections/status-panel'>(section)
  return maintenance ? (
    <MaintenancePanel {...{ code, heading, text, links, scope }} />
  ) : (
    <Panel {...{ code, heading, text, links, scope }} />
  )
}

interface PanelProps extends Pick<SectionProps, 'scope'> {
  readonly code: string
  readonly heading: string
  readonly text?: string | undefined
  readonly links: NonNullable<ReturnType<typeof optionsOf<'sections/status-panel'>>['links']>
}

/** Says what is on now and until when, and leads back where one came from when it is over. */
function MaintenancePanel(props: PanelProps) {
  const open = useSiteNotices({ isAnew: true }).find((notice) => notice.closes && isOpen(notice))
  const from = String((props.scope.query as { readonly from?: unknown } | undefined)?.from ?? '')
  const hadOpen = useRef(false)
  useEffect(() => {
    if (open) hadOpen.current = true
    else if (hadOpen.current && from.startsWith('/')) appHistory.open(from)
  }, [open, from])
  if (!open) return <Panel {...props} />
  const end = open.until ? `预计 ${toDateTime(open.until)} 恢复。` : ''
  return <Panel {...props} heading={open.title} text={`${open.text ? `${open.text} ` : ''}${end}`} />
}

function Panel({ code, heading, text, links, scope }: PanelProps) {
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
