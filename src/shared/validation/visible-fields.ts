// Finds the fields of a form that do not apply; these are neither required nor stored.
import { type Condition, evaluateCondition } from '#shared/expressions/condition.ts'
import type { FormModel } from '#shared/model/content-model.ts'

export type FormData = Readonly<Record<string, unknown>>

/** The data about the user that conditions of a form may read. */
export interface FormUser {
  readonly signedIn: boolean
  readonly id?: string
  readonly role?: string
  /** The grants of the role. */
  readonly grants?: readonly string[]
  readonly type?: string
  readonly black?: boolean
}

/**
 * The user of a form who has not signed in, for conditions.
 *
 * @example
 * const hidden = hiddenFields(form, { title: '水泵' }, NOBODY)
 */
export const NOBODY: FormUser = { signedIn: false }

const NOTHING_HIDDEN: ReadonlySet<string> = new Set()

interface ConditionTarget {
  /** Names and row numbers from the form's root, such as `rows.0.unit`. */
  readonly path: string
  /** The way to the group or row that holds the field; conditions read that as `item`. */
  readonly holder: readonly string[]
  readonly condition: Condition
}

/** Path up to it, with a dot at the end, and the group or row itself. */
type Holder = readonly [string, unknown]

/** Every place that a condition decides on: a field inside a list has one in each row. */
function findConditionTargets(name: string, condition: Condition, data: FormData): ConditionTarget[] {
  const parts = name.split('.')
  const last = parts.pop() as string
  let holders: readonly Holder[] = [['', data]]
  for (const part of parts)
    holders = holders.flatMap(([path, holder]): Holder[] => {
      const value = isGroup(holder) && Object.hasOwn(holder, part) ? holder[part] : undefined
      if (Array.isArray(value)) return value.map((row, index) => [`${path}${part}.${index}.`, row])
      return isGroup(value) ? [[`${path}${part}.`, value]] : []
    })
  return holders.map(([path]) => ({
    path: `${path}${last}`,
    holder: path.split('.').slice(0, -1),
    condition,
  }))
}

function readHolder(form: FormData, way: readonly string[]): unknown {
  return way.reduce<unknown>((value, key) => (value as FormData | undefined)?.[key], form)
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Paths of the fields that do not apply: `always` and those whose conditions do not hold. A hidden field's value reads
 * as missing in the conditions of others, so the answer is settled in rounds; a ring of conditions ends after as many
 * rounds as there are conditions, the same everywhere.
 */
export function hiddenFields(
  { conditions: written }: Pick<FormModel, 'conditions'>,
  data: FormData,
  user: FormUser,
  always: ReadonlySet<string> = NOTHING_HIDDEN,
): ReadonlySet<string> {
  const conditions = Object.entries(written)
  if (conditions.length === 0) return always
  const places = conditions.flatMap(([name, condition]) => findConditionTargets(name, condition, data))
  let hidden = always
  for (let round = 0; round <= places.length; round += 1) {
    const form = withoutFields(data, hidden)
    const failing = places.filter(
      ({ condition, holder }) =>
        !evaluateCondition(condition, { form, user, item: readHolder(form, holder) }),
    )
    const next = new Set([...always, ...failing.map(({ path }) => path)])
    if (next.size === hidden.size && [...next].every((path) => hidden.has(path))) return hidden
    hidden = next
  }
  return hidden
}

/** The same data where nothing is hidden. */
export function withoutFields(data: FormData, hidden: ReadonlySet<string>): FormData {
  if (hidden.size === 0) return data
  const top = Object.entries(data).filter(([name]) => !hidden.has(name))
  const deep = [...hidden].filter((path) => path.includes('.'))
  if (deep.length === 0) return Object.fromEntries(top)
  const groups = new Set(deep.map((path) => path.split('.', 1)[0]))
  return Object.fromEntries(
    top.map(([name, value]) => [name, groups.has(name) ? prune(value, `${name}.`, hidden) : value]),
  )
}

function prune(value: unknown, prefix: string, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((row, index) => prune(row, `${prefix}${index}.`, hidden))
  if (!isGroup(value)) return value
  const kept = Object.entries(value).filter(([name]) => !hidden.has(`${prefix}${name}`))
  return Object.fromEntries(kept.map(([name, entry]) => [name, prune(entry, `${prefix}${name}.`, hidden)]))
}
