// Draws the message of an empty section: its own text, and its link.

import { LinkButton } from '#portal/ui/app-link.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Section } from '#shared/model/page-model.ts'

interface Props {
  readonly section: Section
  readonly scope: Scope
  /** Of its widget. */
  readonly text?: string | undefined
}

/** Of a type it can always be said what there is none of. */
function toEmptyText({ empty, content }: Section, text: string | undefined): string | undefined {
  return empty?.text ?? text ?? (content?.title ? `还没有${content.title}` : undefined)
}

export function EmptySection({ section, scope, text }: Props) {
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
