// Draws 核对信息: answers by form step, each with 修改, which returns straight here, and differences.

import { changedNames, describeInnerChanges } from '#portal/core/form-state/changed-fields.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { Button } from '#portal/ui/button.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { type RefChoices, readChoices } from '#portal/widgets/inputs/parts/picker/ref-choices.ts'
import { ChangedList } from '#portal/widgets/items/changed-list.tsx'
import type { Field, FormStep } from '#shared/model/content-model.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'
import { AnswerValue } from './answer-value.tsx'

interface Props {
  readonly store: FormStore
  readonly steps: readonly FormStep[]
  /** The item before the change; null for a new submission. */
  readonly before: FormData | null
  readonly onChange: (step: number) => void
}

export function Review({ store, steps, before, onChange }: Props) {
  const body = store.body()
  const names = steps.flatMap(({ fields }) => fields).filter((name) => store.field(name))
  const changed = before ? changedNames(before, body) : new Set<string>()
  const count = names.filter((name) => changed.has(name)).length
  return (
    <div className="eq-review">
      {before ? <p>{count ? `与原内容相比，改动了 ${count} 项` : '与原内容相比没有改动'}</p> : null}
      {steps.map((step, index) => (
        <section key={step.title}>
          <header>
            <h3>{step.title}</h3>
            <Button look="text" onClick={() => onChange(index)} aria-label={`修改${step.title}`}>
              修改
            </Button>
          </header>
          <dl>
            {step.fields.map((name) => {
              const field = store.field(name)
              if (!field || (store.isHidden(name) && !changed.has(name))) return null
              const { widget = 'text', options } = store.form.inputs[name] ?? {}
              const choices = readChoices(options)
              return (
                <div key={name}>
                  <dt>
                    {field.title}
                    {changed.has(name) ? <Tag color="orange">有改动</Tag> : null}
                  </dt>
                  <dd>
                    <AnswerValue field={field} widget={widget} value={body[name]} choices={choices} />
                    {changed.has(name) ? (
                      <Before
                        field={field}
                        widget={widget}
                        choices={choices}
                        before={before?.[name]}
                        after={body[name]}
                      />
                    ) : null}
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      ))}
    </div>
  )
}

interface BeforeProps {
  readonly field: Field
  readonly widget: string
  readonly choices: RefChoices | undefined
  readonly before: unknown
  readonly after: unknown
}

/** Of rows it is enough to say which; anything else is shown as it was. */
function Before({ field, widget, choices, before, after }: BeforeProps) {
  return (
    <div className="eq-review-before">
      {describeInnerChanges(field, before, after).length > 0 ? (
        <ChangedList field={field} before={before} after={after} />
      ) : (
        <>
          <span>原为：</span>
          <AnswerValue field={field} widget={widget} value={before} choices={choices} />
        </>
      )}
    </div>
  )
}
