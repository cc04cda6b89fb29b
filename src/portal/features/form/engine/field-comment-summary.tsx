// Owns the list above a form of what is to be mended in it, each entry leading to its field.
import { useId } from 'react'
import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { Button } from '#portal/ui/button.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { type FieldRemarks, useMended } from './field-comments.ts'

interface Props {
  readonly store: FormStore
  readonly told: FieldRemarks
  readonly onGo: (field: string) => void
}

export function RemarkSummary({ store, told, onGo }: Props) {
  const heading = useId()
  const mended = useMended(store, told)
  const { remarks } = told
  const left = remarks.filter(({ field }) => !mended.has(field)).length
  return (
    <section className="eq-remarks" aria-labelledby={heading}>
      <div role="status">
        <h2 id={heading}>{left > 0 ? `有 ${left} 处需要修改` : '指出的内容都已修改，可以提交'}</h2>
      </div>
      <ul>
        {remarks.map(({ field, title, text }) => (
          <li key={field}>
            {store.field(field) ? (
              <Button look="text" onClick={() => onGo(field)} aria-label={`前往${title}`}>
                {title}
              </Button>
            ) : (
              <strong>{title}</strong>
            )}
            <span>{text}</span>
            {mended.has(field) ? <Tag color="green">已修改</Tag> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
