// Owns the section of plain text: heading, note, paragraphs, blocks with headings.
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
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {blocks.map((block) => (
        <div key={block.heading}>
          <h3>{block.heading}</h3>
          <p>{block.text}</p>
        </div>
      ))}
    </SectionFrame>
  )
}
