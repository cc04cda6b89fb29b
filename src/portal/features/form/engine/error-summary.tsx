// Draws the list of all errors of a form, each entry leading to its field.
import { type Ref, useId } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { fieldOf } from '#portal/core/form-state/leaf.ts'
import { useErrors } from '#portal/core/form-state/use-leaf.ts'
import { controlId, focusControl } from './field-layout.ts'

interface Props {
  readonly store: FormStore
  /** Only errors of these fields, and those of no field. */
  readonly names: ReadonlySet<string>
  readonly ref: Ref<HTMLDivElement>
}

export function ErrorSummary({ store, names, ref }: Props) {
  const heading = useId()
  const errors = useErrors(store).filter(({ name }) => name === undefined || names.has(fieldOf(name)))
  if (errors.length === 0) return null
  return (
    <div ref={ref} className="eq-summary" role="alert" tabIndex={-1} aria-labelledby={heading}>
      <h2 id={heading}>有 {errors.length} 处需要修改</h2>
      <ul>
        {errors.map(({ name, message }) => (
          <li key={name ?? message}>
            {name === undefined ? (
              message
            ) : (
              <a
                href={`#${controlId(store.form.id, name)}`}
                onClick={(event) => {
                  // The hash is the router's.
                  event.preventDefault()
                  focusControl(store.form.id, name)
                }}
              >
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
