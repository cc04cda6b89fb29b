// Owns the section of plain text: heading, note, paragraphs, blocks with headings.
import { keyed } from '../../ui/keyed.ts'
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

interface Options {
  readonly heading?: string
  readonly note?: string
  readonly paragraphs?: readonly string[]
  readonly blocks?: readonly { readonly heading: string; readonly text: string }[]
}

export function TextSection({ section, scope }: SectionProps) {
  const { heading, note, paragraphs = [], blocks = [] } = (section.options ?? {}) as Options
  return (
    <SectionFrame section={section} scope={scope} className="eq-prose">
      {heading ? <h2 className="eq-prose-heading">{heading}</h2> : null}
      {note ? <p className="eq-muted">{note}</p> : null}
      {keyed(paragraphs, (paragraph) => paragraph).map(({ key, entry }) => (
        <p key={key}>{entry}</p>
      ))}
      {keyed(blocks, (block) => block.heading).map(({ key, entry }) => (
        <div key={key}>
          <h3>{entry.heading}</h3>
          <p>{entry.text}</p>
        </div>
      ))}
    </SectionFrame>
  )
}
