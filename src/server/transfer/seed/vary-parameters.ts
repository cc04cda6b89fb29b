// Generates plausible parameters for volume data: of the item's category, within range and step.

import type { TypePlan } from '#server/content/items/type-plan.ts'
import { isNumber } from '#server/content/parameters/parameter-plan.ts'
import type { Field } from '#shared/model/content-model.ts'

/** The share of items without an optional parameter. */
const MISSING = 0.05
const STEPS = 40

/** The field that holds them, by its name; nothing for a type without parameters. */
export function varyParameters(
  { parameters }: Pick<TypePlan, 'parameters'>,
  body: Readonly<Record<string, unknown>>,
  random: () => number,
): Record<string, unknown> {
  const set = parameters?.sets.get(String(body[parameters.chooser.name]))
  if (!parameters || !set) return {}
  const before = body[parameters.field.name] as Readonly<Record<string, unknown>> | undefined
  const values = set.fields.flatMap((field): [string, unknown][] => {
    if (!field.required && random() < MISSING) return []
    const choices = parameters.choicesOf(field)
    const value = isNumber(field)
      ? numberFor(field, random)
      : field.type === 'boolean'
        ? random() < 0.5
        : choices
          ? choices[Math.floor(random() * choices.length)]
          : before?.[field.name]
    return value === undefined ? [] : [[field.name, value]]
  })
  return { [parameters.field.name]: Object.fromEntries(values) }
}

function numberFor({ schema, step, type }: Field, random: () => number): number {
  const { minimum = 0, maximum = minimum + 100 } = schema as { minimum?: number; maximum?: number }
  const width = step ?? (type === 'integer' ? 1 : (maximum - minimum) / STEPS)
  const count = Math.max(1, Math.floor((maximum - minimum) / width + 1e-9))
  return Number((minimum + Math.floor(random() * (count + 1)) * width).toPrecision(8))
}
