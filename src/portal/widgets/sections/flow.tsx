// Owns the section that draws the lifecycle of the page's item: its states, the steps, who takes them and when.
import { layOut } from '../../../shared/flow/flow-layout.ts'
import { toFlowMarkup } from '../../../shared/flow/flow-svg.ts'
import { type FlowNames, toFlow } from '../../../shared/flow/flow-words.ts'
import type { DetailPage } from '../../../shared/pages/detail.ts'
import { useManifest } from '../../api/manifest.ts'
import { labelOf } from '../../app/dictionaries.ts'
import { SectionFrame } from '../section-frame.tsx'
import type { SectionProps } from '../widget-props.ts'

/** As the page calls its fields; forms have their titles where they are filled in. */
function namesOf({ facts, body, meta }: DetailPage, roles: FlowNames['roles']): FlowNames {
  const fields = new Map([...meta, ...facts, ...body].map(({ field }) => [field.name, field]))
  return {
    roles,
    field: (name) => fields.get(name)?.title ?? name,
    value: (name, value) => {
      const dict = fields.get(name)?.dict
      return dict ? labelOf(dict, value) : value
    },
    form: () => '表单',
    type: () => '相关内容',
  }
}

/** Nothing for what goes no way, such as a record of its own. */
export function FlowSection({ section, scope, page }: SectionProps) {
  const { roles } = useManifest()
  if (page.kind !== 'detail' || !page.lifecycle) return null
  const { title } = page.lifecycle
  const drawing = layOut(toFlow(page.lifecycle, namesOf(page, roles)))
  return (
    <SectionFrame section={section} scope={scope}>
      <details className="eq-flow">
        <summary>{title}：全部状态与步骤</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <section aria-label={title} tabIndex={0}>
          <svg
            viewBox={`0 0 ${drawing.width} ${drawing.height}`}
            width={drawing.width}
            height={drawing.height}
            role="img"
            aria-label={title}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped where it is made
            dangerouslySetInnerHTML={{ __html: toFlowMarkup(drawing) }}
          />
        </section>
      </details>
    </SectionFrame>
  )
}
