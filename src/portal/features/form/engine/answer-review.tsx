// Draws 核对信息: answers by form step, each with 修改, which returns straight here, and differences.

import { changedNames, describeInnerChanges } from '#portal/core/form-state/changed-fields.ts'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { Button } from '#portal/ui/button.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { readChoices } from '#portal/widgets/inputs/parts/picker/ref-choices.ts'
import { ChangedList } from '#portal/widgets/items/changed-list.tsx'
import type { FormStep } from '#shared/model/content-model.ts'
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
              const draw = (value: unknown) => (
                <AnswerValue field={field} widget={widget} value={value} choices={choices} />
              )
              return (
                <div key={name}>
                  <dt>
                    {field.title}
                    {changed.has(name) ? <Tag color="orange">有改动</Tag> : null}
                  </dt>
                  <dd>
                    {draw(body[name])}
                    {changed.has(name) ? (
                      <div className="eq-review-before">
                        {/* Of rows it is enough to say which; anything else is shown as it was. */}
                        {describeInnerChanges(field, before?.[name], body[name]).length > 0 ? (
                          <ChangedList field={field} before={before?.[name]} after={body[name]} />
                        ) : (
                          <>
                            <span>原为：</span>
                            {draw(before?.[name])}
                          </>
                        )}
                      </div>
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
