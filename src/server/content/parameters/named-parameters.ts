// Selects the visible parameters of an item, and retains the others in storage when the set of its category changes.
import type { ParameterPlan } from './parameter-plan.ts'

type Values = Readonly<Record<string, unknown>>

function valuesIn({ field }: ParameterPlan, body: Values): Values | undefined {
  const held = body[field.name]
  return typeof held === 'object' && held !== null ? (held as Values) : undefined
}

/** Returns the stored parameters that the set names today; undefined if none are stored. */
export function namedParameters(plan: ParameterPlan | undefined, body: Values): Values | undefined {
  const values = plan && valuesIn(plan, body)
  if (!values) return undefined
  const named = new Set(plan.sets.get(String(body[plan.chooser.name]))?.fields.map(({ name }) => name))
  const entries = Object.entries(values)
  const kept = entries.filter(([key]) => named.has(key))
  return kept.length === entries.length ? values : Object.fromEntries(kept)
}

/**
 * `written` with what its writer could not have read: parameters that the set names no more. They come back with it.
 * Those of another category go with that.
 */
export function withUnnamed<T extends Values>(
  plan: ParameterPlan | undefined,
  currentValues: Values,
  written: T,
): T {
  const values = plan && valuesIn(plan, currentValues)
  const { name } = plan?.chooser ?? {}
  if (!values || name === undefined || written[name] !== currentValues[name]) return written
  const shown = namedParameters(plan, currentValues) ?? {}
  const unnamed = Object.entries(values).filter(([key]) => !Object.hasOwn(shown, key))
  if (unnamed.length === 0) return written
  return { ...written, [plan.field.name]: { ...Object.fromEntries(unnamed), ...valuesIn(plan, written) } }
}
