// Draws the field comment of a field that was sent back, until its answer changes.
import type { Registry } from '@rjsf/utils'
import { contextOf } from '#portal/core/form-state/form-context.ts'
import { useLeaf } from '#portal/core/form-state/use-leaf.ts'
import { isResolved, useFieldComment } from '#portal/features/form/engine/field-comments.ts'
import type { Remark } from '#shared/lifecycles/field-comments.ts'

interface Props {
  readonly id: string
  readonly name: string
  readonly registry: Registry
}

export function FieldCommentNote({ name, ...props }: Props) {
  const found = useFieldComment(name)
  return found ? <Note {...props} {...found} /> : null
}

interface NoteProps extends Omit<Props, 'name'> {
  readonly fieldComment: Remark
  readonly answer: unknown
}

function Note({ id, registry, fieldComment, answer }: NoteProps) {
  const { value } = useLeaf(contextOf(registry).store, fieldComment.field)
  const isDone = isResolved(value, answer)
  return (
    <p id={`${id}-remark`} className="eq-field-remark" data-done={isDone || undefined} role="note">
      <strong>{isDone ? '已修改' : '需要修改'}</strong>
      {fieldComment.text}
    </p>
  )
}
