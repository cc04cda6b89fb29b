// Owns the choices of an input: a dictionary's entries, or the values its schema lists.
import type { ReactNode } from 'react'
import type { Field, JsonSchema } from '../../shared/content-model.ts'
import { useDictionary } from '../app/dictionaries.ts'

export interface InputChoice {
  readonly value: string
  readonly label: string
}

interface Props {
  readonly field: Field
  readonly children: (choices: readonly InputChoice[]) => ReactNode
}

/** Values of `enum`, each its own label. */
export function listedChoices(field: Field): readonly InputChoice[] {
  const items = (field.schema.items ?? {}) as JsonSchema
  const values = (field.schema.enum ?? items.enum ?? []) as readonly unknown[]
  return values.map((value) => ({ value: String(value), label: String(value) }))
}

function DictionaryChoices({
  dict,
  children,
}: {
  readonly dict: string
  readonly children: Props['children']
}) {
  return children(useDictionary(dict))
}

export function InputChoices({ field, children }: Props) {
  if (field.dict) return <DictionaryChoices dict={field.dict}>{children}</DictionaryChoices>
  return children(listedChoices(field))
}
