// Draws the answers that were filled in with a transition of an item.

import { Cell } from '#portal/widgets/cell-registry.tsx'
import { defaultCell } from '#shared/forms/default-widgets.ts'
import type { TransitionAnswer } from '#shared/lifecycles/transition-answer.ts'
import type { Field } from '#shared/model/content-model.ts'

/** As much of a field as a cell asks for. */
const toField = (field: TransitionAnswer['field']): Field => ({
  ...field,
  required: false,
  filter: false,
  sort: false,
  system: false,
  schema: {},
})

export function TransitionAnswers({ answers }: { readonly answers: readonly TransitionAnswer[] }) {
  return (
    <dl className="eq-step-answers">
      {answers.map(({ field, value, refTitle }) => (
        <div key={field.name}>
          <dt>{field.title}</dt>
          <dd>
            <Cell
              column={{ field: toField(field), label: field.title, cell: defaultCell(field) }}
              item={{ [field.name]: value, [`${field.name}Title`]: refTitle }}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
