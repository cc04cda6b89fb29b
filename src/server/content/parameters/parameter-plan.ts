// Derives the parameter plan of a content type whose items have the parameters of a category.
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import { type ParameterField, parameterField } from '#shared/parameters/parameter-form.ts'
import type { ParameterFamily, ParameterSet } from '#shared/parameters/parameter-model.ts'

export interface ParameterPlan {
  /** Field that holds the parameters of an item. */
  readonly field: ParameterField
  /** Chooses their set. */
  readonly chooser: Field
  readonly family: ParameterFamily
  readonly sets: ReadonlyMap<string, ParameterSet>
  /** Of the last level: the category itself, or those below it. */
  leavesOf(id: string): readonly ParameterSet[]
  /** Undefined where any text may be meant. */
  choicesOf(field: Field): readonly string[] | undefined
  /** Returns the label of a choice's value for readers. */
  labelOf(field: Field, value: string): string
}

/** Undefined for a type without parameters. */
export function buildParameterPlan(
  { families, dictionaries }: Pick<Model, 'families' | 'dictionaries'>,
  { fields }: Pick<ContentType, 'fields'>,
): ParameterPlan | undefined {
  const field = parameterField(fields)
  const chooser = fields.find(({ name }) => name === field?.parameters.by)
  const family = families.find(({ name }) => name === field?.parameters.family)
  if (!field || !chooser || !family) return undefined
  const sets = new Map(family.sets.map((set) => [set.id, set]))
  const last = family.levels.length - 1
  const below = (id: string): ParameterSet[] => {
    const set = sets.get(id)
    if (!set) return []
    return set.level === last ? [set] : family.sets.flatMap((one) => (one.parent === id ? below(one.id) : []))
  }
  const leaves = new Map(family.sets.map(({ id }) => [id, below(id)]))
  // Asked for every parameter of every item that is written.
  const labels = new Map(
    dictionaries.map(({ name, items }) => [name, new Map(items.map(({ value, label }) => [value, label]))]),
  )
  const choices = new Map([...labels].map(([name, values]) => [name, [...values.keys()]]))
  return {
    field,
    chooser,
    family,
    sets,
    leavesOf: (id) => leaves.get(id) ?? [],
    choicesOf: ({ schema, dict }) =>
      Array.isArray(schema.enum) ? schema.enum.map(String) : choices.get(dict ?? ''),
    labelOf: ({ dict }, value) => labels.get(dict ?? '')?.get(value) ?? value,
  }
}

/** How one field of a set is called in lists, such as `params.flow`. */
export function parameterName({ field }: Pick<ParameterPlan, 'field'>, key: string): string {
  return `${field.name}.${key}`
}

/** The key of a name such as `params.flow`. */
export function parameterKey({ field }: Pick<ParameterPlan, 'field'>, name: string): string | undefined {
  return name.startsWith(`${field.name}.`) ? name.slice(field.name.length + 1) : undefined
}

export const isNumber = ({ type }: Pick<Field, 'type'>): boolean => type === 'number' || type === 'integer'
