// Draws the lifecycle of a page's item: its states and transitions, with the actors, conditions and deadlines.

import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { useManifest } from '#portal/core/configuration/manifest.ts'
import { type FlowNames, toFlow } from '#shared/lifecycles/flow-description.ts'
import { layOut } from '#shared/lifecycles/flow-layout.ts'
import { toFlowMarkup } from '#shared/lifecycles/flow-svg.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'

/** As the page calls its fields; forms have their titles where they are filled in. */
function namesOf({ facts, body, meta }: DetailPage, roles: FlowNames['roles']): FlowNames {
  const fields = new Map([...meta, ...facts, ...body].map(({ field }) => [field.name, field]))
  return {
    roles,
    field: (name) => fields.get(name)?.title ?? name,
    value: (name, value) => {
      const dict = fields.get(name)?.dict
      return dict ? dictionaryLabel(dict, value) : value
    },
    form: () => '表单',
    type: () => '相关内容',
  }
}

interface Props {
  readonly page: DetailPage
  readonly lifecycle: NonNullable<DetailPage['lifecycle']>
}

export function LifecycleDiagram({ page, lifecycle }: Props) {
  const { roles } = useManifest()
  const drawing = layOut(toFlow(lifecycle, namesOf(page, roles)))
  return (
    <svg
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      width={drawing.width}
      height={drawing.height}
      role="img"
      aria-label={lifecycle.title}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: every text in it is escaped where it is made
      dangerouslySetInnerHTML={{ __html: toFlowMarkup(drawing) }}
    />
  )
}
