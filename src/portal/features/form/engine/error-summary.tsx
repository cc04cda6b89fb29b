// Draws the list of all errors of a form, each entry leading to its field.
import { type Ref, useId } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { fieldOf } from '#portal/core/form-state/leaf.ts'
import { useErrors } from '#portal/core/form-state/use-leaf.ts'
import { Button } from '#portal/ui/button.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { type FieldCommentSet, useResolvedFields } from './field-comments.ts'
import { controlId, focusControl } from './field-layout.ts'

interface FieldCommentSummaryProps {
  readonly store: FormStore
  readonly commentSet: FieldCommentSet
  readonly onGo: (field: string) => void
}

/** Draws the list of field comments above a form, each entry leading to its field. */
export function FieldCommentSummary({ store, commentSet, onGo }: FieldCommentSummaryProps) {
  const heading = useId()
  const resolved = useResolvedFields(store, commentSet)
  const { fieldComments } = commentSet
  const left = fieldComments.filter(({ field }) => !resolved.has(field)).length
  return (
    <section className="eq-remarks" aria-labelledby={heading}>
      <div role="status">
        <h2 id={heading}>{left > 0 ? `有 ${left} 处需要修改` : '要求修改的内容均已修改，可以提交'}</h2>
      </div>
      <ul>
        {fieldComments.map(({ field, title, text }) => (
          <li key={field}>
            {store.field(field) ? (
              <Button look="text" onClick={() => onGo(field)} aria-label={`前往${title}`}>
                {title}
              </Button>
            ) : (
              <strong>{title}</strong>
            )}
            <span>{text}</span>
            {resolved.has(field) ? <Tag color="green">已修改</Tag> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Props {
  readonly store: FormStore
  /** Only errors of these fields, and those of no field. */
  readonly names: ReadonlySet<string>
  /** True if they are warnings. */
  readonly isWarned: boolean
  readonly ref: Ref<HTMLDivElement>
}

export function ErrorSummary({ store, names, isWarned, ref }: Props) {
  const heading = useId()
  const errors = useErrors(store).filter(({ name }) => name === undefined || names.has(fieldOf(name)))
  if (errors.length === 0) return null
  return (
    <div
      ref={ref}
      className="eq-summary"
      data-warned={isWarned || undefined}
      role="alert"
      tabIndex={-1}
      aria-labelledby={heading}
    >
      <h2 id={heading}>
        有 {errors.length} 处需要{isWarned ? '核对' : '修改'}
      </h2>
      {isWarned ? <p>可以修改后再提交；核对无误的，也可以仍然提交。</p> : null}
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
