// Owns the words at a field with which it was sent back, until its answer is another.
import type { Registry } from '@rjsf/utils'
import { contextOf } from '#portal/core/form-state/form-context.ts'
import { useLeaf } from '#portal/core/form-state/use-leaf.ts'
import { isMended, useFieldRemark } from '#portal/features/form/engine/field-comments.ts'
import type { Remark } from '#shared/lifecycles/field-comments.ts'

interface Props {
  readonly id: string
  readonly name: string
  readonly registry: Registry
}

export function FieldRemark({ name, ...props }: Props) {
  const found = useFieldRemark(name)
  return found ? <Shown {...props} {...found} /> : null
}

interface ShownProps extends Omit<Props, 'name'> {
  readonly remark: Remark
  readonly said: unknown
}

function Shown({ id, registry, remark, said }: ShownProps) {
  const { value } = useLeaf(contextOf(registry).store, remark.field)
  const isDone = isMended(value, said)
  return (
    <p id={`${id}-remark`} className="eq-field-remark" data-done={isDone || undefined} role="note">
      <strong>{isDone ? '已修改' : '需要修改'}</strong>
      {remark.text}
    </p>
  )
}
