// Owns the choice after somebody else changed the item meanwhile; what was typed stays until it is made.
import { useEffect, useRef } from 'react'
import type { FormData } from '../../shared/validation/visible.ts'
import { changedNames } from '../changes/changed-places.ts'
import { Button } from '../ui/button.tsx'
import { readChoices } from '../widgets/inputs/parts/ref-picker/ref-choices.ts'
import type { FormStore } from './form-store.ts'
import { ShownValue } from './shown-value.tsx'

interface Props {
  readonly store: FormStore
  readonly newer: FormData
  /** Hand in what was typed, over the newer version. */
  readonly onKeep: () => void
  /** Show the newer version instead of what was typed. */
  readonly onTake: () => void
}

export function StaleChoice({ store, newer, onKeep, onTake }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const mine = store.body()
  const changed = changedNames(newer, mine)
  const differing = store.form.fields.filter(({ name }) => changed.has(name))
  return (
    <section className="eq-stale" role="alert">
      <h2 ref={heading} tabIndex={-1}>
        内容已有更新的版本
      </h2>
      <p>
        在您填写期间，这条内容在别处保存过：可能是他人，也可能是您自己的另一个窗口。您填写的内容仍在下面，请对比后选择。
      </p>
      <div className="eq-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">您填写的</th>
              <th scope="col">最新版本</th>
            </tr>
          </thead>
          <tbody>
            {differing.map((field) => (
              <tr key={field.name}>
                <th scope="row">{field.title}</th>
                {[mine[field.name], newer[field.name]].map((value, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the two sides
                  <td key={index}>
                    <ShownValue
                      field={field}
                      widget={store.form.inputs[field.name]?.widget ?? 'text'}
                      value={value}
                      choices={readChoices(store.form.inputs[field.name]?.options)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="eq-form-actions">
        <Button look="primary" onClick={onKeep}>
          保留我的内容，再次提交
        </Button>
        <Button onClick={onTake}>改用最新版本</Button>
      </div>
    </section>
  )
}
