// Provides the choices of an input: a dictionary's entries, or the values its schema lists.
import { useDictionary } from '#portal/core/configuration/dictionaries.ts'
import type { InputProps } from '#portal/widgets/input-props.ts'
import type { JsonSchema } from '#shared/model/json.ts'

export interface InputChoice {
  readonly value: string
  readonly label: string
  /** The stored value, where it is not text. */
  readonly stored?: unknown
}

/** Returns the options that rjsf found, else the values of `enum`, each with itself as its label. */
function listedChoices({ schema, options }: InputProps): readonly InputChoice[] {
  const items = (schema.items ?? {}) as JsonSchema
  const values = (schema.enum ?? items.enum ?? []) as readonly unknown[]
  const found = options.enumOptions ?? values.map((value) => ({ value, label: String(value) }))
  return found.map(({ value, label }) => ({ value: String(value), label, stored: value as unknown }))
}

/** Returns the choices of the input's dictionary, if it names one. */
export function useInputChoices(props: InputProps): readonly InputChoice[] {
  const { 'x-dict': dict } = props.schema as JsonSchema
  const entries = useDictionary(typeof dict === 'string' ? dict : '')
  return typeof dict === 'string' ? entries : listedChoices(props)
}

/** More than fit on a screen of a phone beside everything else. */
const MANY = 12

export function isLongList(choices: readonly InputChoice[]): boolean {
  return choices.length > MANY
}

/** The value to store for a choice; undefined where nothing is chosen. */
export function storedOf(choices: readonly InputChoice[], value: string): unknown {
  const choice = choices.find((entry) => entry.value === value)
  return choice && 'stored' in choice ? choice.stored : value || undefined
}
