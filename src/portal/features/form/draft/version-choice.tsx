// Draws the choice between the typed answers and a newer version, with the differences side by side.
import { type RefObject, useMemo } from 'react'
import { changedNames } from '#portal/core/form-state/changed-fields.ts'
import { AnswerValue } from '#portal/features/form/engine/answer-value.tsx'
import { Button } from '#portal/ui/button.tsx'
import { readChoices } from '#portal/widgets/inputs/parts/picker/ref-choices.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'

export interface ChoiceTexts {
  readonly title: string
  readonly text: string
  readonly mine: string
  readonly newer: string
  readonly keep: string
  readonly take: string
}

interface Props {
  readonly form: FormModel
  readonly mine: FormData
  readonly newer: FormData
  readonly words: ChoiceTexts
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly onKeep: () => void
  readonly onTake: () => void
}

export function VersionChoice({ form, mine, newer, words, heading, onKeep, onTake }: Props) {
  const differing = useMemo(() => {
    const changed = changedNames(newer, mine)
    return form.fields.filter(({ name }) => changed.has(name))
  }, [form, mine, newer])
  return (
    <section className="eq-stale" role="alert">
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p>{words.text}</p>
      {differing.length > 0 ? (
        <div className="eq-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">项目</th>
                <th scope="col">{words.mine}</th>
                <th scope="col">{words.newer}</th>
              </tr>
            </thead>
            <tbody>
              {differing.map((field) => (
                <tr key={field.name}>
                  <th scope="row">{field.title}</th>
                  {[mine[field.name], newer[field.name]].map((value, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the two sides
                    <td key={index}>
                      <AnswerValue
                        field={field}
                        widget={form.inputs[field.name]?.widget ?? 'text'}
                        value={value}
                        choices={readChoices(form.inputs[field.name]?.options)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <div className="eq-form-actions">
        <Button look="primary" onClick={onKeep}>
          {words.keep}
        </Button>
        <Button onClick={onTake}>{words.take}</Button>
      </div>
    </section>
  )
}
