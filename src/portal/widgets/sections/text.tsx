// Draws the section of plain text: heading, note, paragraphs, blocks with headings.

import { printPage } from '#portal/ui/browser/print-page.ts'
import { Button } from '#portal/ui/button.tsx'
import { keyed } from '#portal/ui/format/keyed-entries.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { SectionProps } from '#portal/widgets/widget-props.ts'
import { SectionFrame } from './parts/section-frame.tsx'

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
