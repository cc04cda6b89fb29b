// Owns the input of a group of values that belong together.
import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { groupProps, type InputProps } from '../input-props.ts'

const NestedForm = lazy(async () => ({
  default: (await import('../../forms/nested/nested-form.tsx')).NestedForm,
}))

export function ObjectInput(props: InputProps) {
  return (
    <div {...groupProps(props)} className="eq-nested">
      <Suspense fallback={<Skeleton lines={2} />}>
        <NestedForm
          id={props.id}
          schema={props.field.schema}
          value={props.value}
          isLocked={props.disabled || props.readOnly}
          showErrors={props.invalid}
          onChange={props.onChange}
        />
      </Suspense>
    </div>
  )
}
