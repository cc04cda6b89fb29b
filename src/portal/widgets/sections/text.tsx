// Owns the section of plain text: heading, note, paragraphs, blocks with headings.
import { Button } from '../../ui/button.tsx'
import { keyed } from '../../ui/keyed.ts'
import { printPage } from '../../ui/print-page.ts'
import { optionsOf } from '../options-of.ts'
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

export function TextSection({ section, scope }: SectionProps) {
  const { heading, note, paragraphs = [], blocks = [], print } = optionsOf<'sections/text'>(section)
  return (
    <SectionFrame section={section} scope={scope} className="eq-prose">
      {heading ? <h2 className="eq-prose-heading">{heading}</h2> : null}
      {note ? <p className="eq-muted">{note}</p> : null}
      {print ? (
        <div className="eq-actions">
          <Button icon="print" onClick={() => void printPage()}>
            打印
          </Button>
        </div>
      ) : null}
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
