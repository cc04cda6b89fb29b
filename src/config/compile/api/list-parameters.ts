// Compiles the filter parameters that a content type's lists accept, and the field that each one queries.

import { isDeepStrictEqual } from 'node:util'
import type { Place } from '#config/load/place.ts'
import { LIST_PARAMETERS } from '#shared/calls/list-parameters.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { ListParameter } from '#shared/model/operation-model.ts'

type Written = Readonly<
  Record<
    string,
    string | { readonly field: string; readonly match?: Exclude<ListParameter['match'], 'value'> }
  >
>

/** Fields of the system that a parameter may ask although no list filters by them under their own name. */
const SYSTEM = new Set(['id', 'type'])
/** The ends of a range, which are days. */
const RANGED = new Set<Field['type']>(['date', 'date-time'])
const NAMED = new Set<Field['type']>(['text', 'long-text', 'ref'])
/** The parameter that names what another one identifies. */
const NAME_OF = { companyName: 'companyId' } as const

const WANTED: Readonly<Record<ListParameter['match'], (field: string) => string>> = {
  value: (field) => `所指的“${field}”不是公开且可筛选（x-filter）的字段`,
  name: (field) => `按名称查找，“${field}”不是公开的文字或引用字段`,
  from: (field) => `是时间的起点，“${field}”不是公开且可筛选的日期字段`,
  to: (field) => `是时间的终点，“${field}”不是公开且可筛选的日期字段`,
}

const canAsk = (field: Field): boolean =>
  field.system ? SYSTEM.has(field.name) : field.filter && field.visible === undefined

/** A name is looked for among few items, so it needs no filter and no index. */
const canName = (field: Field): boolean =>
  !field.system && field.visible === undefined && NAMED.has(field.type)

/**
 * Compiles the list parameters of a content type. Parameters that follow from the fields need not be declared: a
 * field that bears the parameter's name is its own filter, a region is queried by province and city, and a reference
 * is also queried by the name of its target.
 */
export function compileListParameters(
  here: Place,
  written: Written | undefined,
  fields: readonly Field[],
  region: string | undefined,
): Readonly<Record<string, ListParameter>> {
  const queryable = fields.filter(canAsk)
  const own = new Set(queryable.filter(({ system }) => !system).map(({ name }) => name))
  const given = Object.entries(written ?? {}).flatMap(([name, value]): [string, ListParameter][] => {
    const path = here.at('parameters', name)
    const parameter = toParameter(value)
    const among = askable(parameter, fields, queryable)
    const duplicate = Object.entries(written ?? {}).find(([, one]) =>
      isDeepStrictEqual(toParameter(one), parameter),
    )
    if (duplicate && duplicate[0] !== name && ['from', 'to'].includes(parameter.match))
      path.report('parameter_twice', { found: parameter.match, name, other: duplicate[0] })
    return check(path, name, parameter, among, own) ? [[name, parameter]] : []
  })
  return { ...derived(queryable, own, region), ...Object.fromEntries(given) }
}

function askable(
  { match }: ListParameter,
  fields: readonly Field[],
  queryable: readonly Field[],
): readonly Field[] {
  if (match === 'name') return fields.filter(canName)
  if (match === 'value') return queryable
  // The times of the system have columns of their own.
  return fields.filter((field) => RANGED.has(field.type) && (field.system || canAsk(field)))
}

function derived(
  queryable: readonly Field[],
  own: ReadonlySet<string>,
  region: string | undefined,
): Record<string, ListParameter> {
  const parameters: Record<string, ListParameter> = {}
  if (region !== undefined && own.has(region))
    for (const name of ['provinceId', 'cityId'] as const)
      if (!own.has(name)) parameters[name] = { field: region, match: 'value' }
  for (const [name, of] of Object.entries(NAME_OF))
    if (queryable.some((field) => field.name === of && field.ref !== undefined && !own.has(name)))
      parameters[name] = { field: of, match: 'name' }
  return parameters
}

function toParameter(value: Written[string]): ListParameter {
  return typeof value === 'string'
    ? { field: value, match: 'value' }
    : { field: value.field, match: value.match ?? 'value' }
}

function check(
  here: Place,
  name: string,
  { field: named, match }: ListParameter,
  queryable: readonly Field[],
  own: ReadonlySet<string>,
): boolean {
  const known = Object.keys(LIST_PARAMETERS)
  const field = queryable.find((candidate) => candidate.name === named)
  if (!known.includes(name)) here.report('parameter_unknown', { found: name, known, key: true })
  else if (own.has(name)) here.report('parameter_field', { key: true, name })
  else if (!field)
    here.report('parameter_filter', {
      found: named,
      known: queryable.map((candidate) => candidate.name),
      name,
      wrong: WANTED[match](named),
    })
  else return true
  return false
}
