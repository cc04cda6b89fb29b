// Draws the frame of a section: heading, 更多, and its loading, empty and failed states.
import type { ReactNode } from 'react'
import { AppLink, LinkButton } from '#portal/ui/app-link.tsx'
import { Card } from '#portal/ui/card.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'
import type { SectionRead } from './use-section-read.ts'

interface EmptySectionProps {
  readonly section: Section
  readonly scope: Scope
  /** Of its widget. */
  readonly text?: string | undefined
}

/** Of a type it can always be said what there is none of. */
function toEmptyText({ empty, content }: Section, text: string | undefined): string | undefined {
  return empty?.text ?? text ?? (content?.title ? `还没有${content.title}` : undefined)
}

/** Draws the message of an empty section: its own text, and its link. */
function EmptySection({ section, scope, text }: EmptySectionProps) {
  const message = toEmptyText(section, text)
  const { link, label } = section.empty ?? {}
  return (
    <Empty {...(message === undefined ? {} : { text: message })}>
      {link ? (
        <LinkButton link={link} scope={scope}>
          {label}
        </LinkButton>
      ) : null}
    </Empty>
  )
}

interface Props {
  readonly section: Section
  readonly scope: Scope
  /** Instead of the section's own, such as with a count. */
  readonly title?: string
  /** Absent for sections that read nothing. */
  readonly read?: SectionRead
  readonly isEmpty?: boolean
  readonly empty?: string
  readonly skeleton?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

function More({ section, scope }: Pick<Props, 'section' | 'scope'>) {
  if (!section.more) return null
  const label = section.title ? `更多${section.title}` : '更多'
  return (
    <AppLink link={section.more} scope={scope} className="eq-more" label={label}>
      更多
      <Icon name="next" />
    </AppLink>
  )
}

/** Draws the states of a read; an earlier answer stays on the page while a newer one is on its way. */
export function SectionBody({
  section,
  scope,
  read,
  isEmpty,
  empty,
  skeleton,
  children,
}: Omit<Props, 'title' | 'className'>) {
  if (read?.error && read.data === undefined) return <Failed error={read.error} retry={read.retry} />
  if (read && read.data === undefined) return skeleton ?? <Skeleton lines={6} />
  if (isEmpty) return <EmptySection section={section} scope={scope} text={empty} />
  return children
}

/**
 * Renders the frame of a section: heading, link “更多”, and the loading, empty and failed states of `read`. The
 * children are rendered when an answer is present and `isEmpty` is not set; an earlier answer stays visible while a
 * newer one loads. An optional section renders nothing visible while it loads or is empty.
 *
 * @example
 * <SectionFrame section={section} scope={scope} read={read} isEmpty={books.length === 0} empty="书架还空着">
 *   <p>{books.length} 本</p>
 * </SectionFrame>
 */
export function SectionFrame({ section, scope, title, className, ...rest }: Props) {
  // An optional section is not displayed until it is known not to be empty, so that it does not appear and disappear
  // again. The content below it waits until then.
  if (section.optional && rest.read?.loading) return <i className="eq-undecided" aria-busy="true" />
  if (section.optional && !rest.read?.error && (rest.isEmpty || rest.read?.data === undefined)) return null
  return (
    <Card
      title={title ?? section.title}
      extra={section.more ? <More section={section} scope={scope} /> : null}
      className={className ?? ''}
    >
      <SectionBody section={section} scope={scope} {...rest} />
    </Card>
  )
}
