// Returns the attributes of the box around a group or list of fields, which its label names.
import { type ContainerFieldTemplateProps, getUiOptions } from '@rjsf/utils'
import type { FocusEvent } from 'react'
import { toKey } from '#portal/core/form-state/answer-paths.ts'
import { deferBlur } from '#portal/core/form-state/deferred-blur.ts'
import { contextOf } from '#portal/core/form-state/form-context.ts'
import { useErrorAt } from '#portal/core/form-state/use-leaf.ts'

type Framed = Pick<ContainerFieldTemplateProps, 'fieldPathId' | 'uiSchema' | 'registry'>

/** Leaving the box leaves the place. */
export function useGroupFrame({ fieldPathId: { $id, path }, uiSchema, registry }: Framed) {
  const { store } = contextOf(registry)
  const key = toKey(path)
  const error = useErrorAt(store, key)
  const { help, remarked } = getUiOptions(uiSchema)
  return {
    id: $id,
    role: 'group',
    tabIndex: -1,
    'aria-labelledby': `${$id}-label`,
    'aria-describedby':
      [help ? `${$id}-help` : '', remarked ? `${$id}-remark` : '', error ? `${$id}-error` : '']
        .filter(Boolean)
        .join(' ') || undefined,
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) deferBlur(() => store.leave(key))
    },
  } as const
}
