// Notes at a field that the account's registration prefilled it, as long as the value is unchanged.
import type { Registry } from '@rjsf/utils'
import { useContext } from 'react'
import { contextOf } from '#portal/core/form-state/form-context.ts'
import { useLeaf } from '#portal/core/form-state/use-leaf.ts'
import { PrefillContext } from '#portal/features/form/engine/prefill-context.ts'

interface Props {
  readonly id: string
  readonly name: string
  readonly registry: Registry
}

export function PrefillNote(props: Props) {
  const value = useContext(PrefillContext)[props.name]
  return value === undefined ? null : <Note {...props} prefilled={value} />
}

function Note({ id, name, registry, prefilled }: Props & { readonly prefilled: unknown }) {
  const { value } = useLeaf(contextOf(registry).store, name)
  if (!Object.is(value, prefilled)) return null
  return (
    <p id={`${id}-prefill`} className="eq-help">
      已按注册资料填好
    </p>
  )
}
