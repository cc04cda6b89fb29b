// Draws the list of field comments above a form, each entry leading to its field.
import { useId } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { Button } from '#portal/ui/button.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { type FieldCommentSet, useResolvedFields } from './field-comments.ts'

interface Props {
  readonly store: FormStore
  readonly commentSet: FieldCommentSet
  readonly onGo: (field: string) => void
}

export function FieldCommentSummary({ store, commentSet, onGo }: Props) {
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
