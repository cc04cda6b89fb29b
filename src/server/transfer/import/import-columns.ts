// Builds the columns of an import table: the fields that the type's form asks of the caller.

import type { Account } from '#server/platform/call.ts'
import { toFormUser } from '#server/platform/validation/form-scope.ts'
import { fitsCell } from '#shared/forms/import-columns.ts'
import type { Dictionary, Field, FormModel } from '#shared/model/content-model.ts'
import { formWith, parameterField } from '#shared/parameters/parameter-form.ts'
import type { ParameterSet } from '#shared/parameters/parameter-model.ts'
import { settle } from '#shared/validation/validate-form.ts'

export interface ImportColumn {
  /** Way to the value in the answers, such as `name` or `params.flow`. */
  readonly key: string
  readonly field: Field
  readonly title: string
  /** The heading of the column: title, unit, a star where it is required. */
  readonly head: string
  readonly choices: readonly ColumnChoice[]
}

export interface ColumnChoice {
  readonly value: string
  readonly label: string
}

interface ColumnParts {
  readonly form: FormModel
  readonly set: ParameterSet | undefined
  readonly dictionaries: readonly Dictionary[]
}

/** In the order of the form's steps. */
export function buildColumns({ form, set, dictionaries }: ColumnParts, account: Account): ImportColumn[] {
  const whole = formWith(form, set)
  const holder = parameterField(whole.fields)
  const closed = closedTo(whole, account)
  const byName = new Map(whole.fields.map((field) => [field.name, field]))
  const order = new Set([...whole.steps.flatMap(({ fields }) => fields), ...byName.keys()])
  const titles = new Set<string>()
  return [...order].flatMap((name) => {
    const field = byName.get(name)
    if (!field || closed.has(name) || name === holder?.parameters.by) return []
    const inner = field === holder ? (set?.fields ?? []) : [field]
    return inner.filter(fitsCell).map((one) => {
      const title = titles.has(one.title) ? `${field.title}·${one.title}` : one.title
      titles.add(title)
      const key = field === holder ? `${name}.${one.name}` : one.name
      return { key, field: one, title, head: headOf(one, title), choices: choicesOf(one, dictionaries) }
    })
  })
}

function headOf({ required, unit }: Field, title: string): string {
  return `${required ? '*' : ''}${title}${unit ? `（${unit}）` : ''}`
}

/** Returns the fields of a new item that the caller may not fill in. */
function closedTo(form: FormModel, account: Account): ReadonlySet<string> {
  const { hidden, locked } = settle(form, {}, { user: toFormUser(account), now: new Date(0) })
  // A field hidden by a condition may apply to another row.
  return new Set([...locked, ...[...hidden].filter((name) => !Object.hasOwn(form.conditions, name))])
}

function choicesOf({ dict, schema }: Field, dictionaries: readonly Dictionary[]): ColumnChoice[] {
  if (dict !== undefined)
    return (dictionaries.find(({ name }) => name === dict)?.items ?? []).map(({ value, label }) => ({
      value,
      label,
    }))
  const listed = schema.enum ?? (schema.items as Field['schema'] | undefined)?.enum
  return Array.isArray(listed) ? listed.map((value) => ({ value: String(value), label: String(value) })) : []
}
