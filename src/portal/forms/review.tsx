// Owns 核对信息: all answers by step, each step with 修改 that leads straight back here.
import type { FormStep } from '../../shared/content-model.ts'
import { Button } from '../ui/button.tsx'
import type { FormStore } from './form-store.ts'
import { ShownValue } from './shown-value.tsx'

interface Props {
  readonly store: FormStore
  readonly steps: readonly FormStep[]
  readonly onChange: (step: number) => void
}

export function Review({ store, steps, onChange }: Props) {
  const body = store.body()
  return (
    <div className="eq-review">
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
              if (!field || store.isHidden(name)) return null
              return (
                <div key={name}>
                  <dt>{field.title}</dt>
                  <dd>
                    <ShownValue
                      field={field}
                      widget={store.form.inputs[name]?.widget ?? 'text'}
                      value={body[name]}
                    />
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
