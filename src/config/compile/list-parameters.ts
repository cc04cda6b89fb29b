// Owns which of the specification's filter parameters a content type's lists take, and the field each one asks.
import type { Field, ListParameter } from '../../shared/content-model.ts'
import { LIST_PARAMETERS } from '../../shared/list-parameters.ts'
import type { Context } from '../context.ts'
import type { Document, Path } from '../document.ts'

type Written = Readonly<Record<string, string | { readonly field: string; readonly match?: 'name' }>>

/** Fields of the system that a parameter may ask although no list filters by them under their own name. */
const SYSTEM = new Set(['id', 'type'])
const NAMED = new Set<Field['type']>(['text', 'long-text', 'ref'])
/** The parameter that names what another one identifies. */
const NAME_OF = { companyName: 'companyId' } as const

const canAsk = (field: Field): boolean =>
  field.system ? SYSTEM.has(field.name) : field.filter && field.visible === undefined

/** A name is looked for among few items, so it needs no filter and no index. */
const canName = (field: Field): boolean =>
  !field.system && field.visible === undefined && NAMED.has(field.type)

/**
 * What follows from the fields themselves need not be written: a field that bears the parameter's name is its own
 * filter, a region is asked by province and city, and a reference is asked by the name of what it refers to as well.
 */
export function compileListParameters(
  context: Context,
  document: Document,
  written: Written | undefined,
  fields: readonly Field[],
  region: string | undefined,
): Readonly<Record<string, ListParameter>> {
  const asked = fields.filter(canAsk)
  const own = new Set(asked.filter(({ system }) => !system).map(({ name }) => name))
  const given = Object.entries(written ?? {}).flatMap(([name, value]): [string, ListParameter][] => {
    const path = ['parameters', name]
    const parameter = toParameter(value)
    const among = parameter.match === 'name' ? fields.filter(canName) : asked
    return check(context, document, path, name, parameter, among, own) ? [[name, parameter]] : []
  })
  return { ...derived(asked, own, region), ...Object.fromEntries(given) }
}

function derived(
  asked: readonly Field[],
  own: ReadonlySet<string>,
  region: string | undefined,
): Record<string, ListParameter> {
  const parameters: Record<string, ListParameter> = {}
  if (region !== undefined && own.has(region))
    for (const name of ['provinceId', 'cityId'] as const)
      if (!own.has(name)) parameters[name] = { field: region, match: 'value' }
  for (const [name, of] of Object.entries(NAME_OF))
    if (asked.some((field) => field.name === of && field.ref !== undefined && !own.has(name)))
      parameters[name] = { field: of, match: 'name' }
  return parameters
}

function toParameter(value: Written[string]): ListParameter {
  return typeof value === 'string'
    ? { field: value, match: 'value' }
    : { field: value.field, match: value.match ?? 'value' }
}

function check(
  context: Context,
  document: Document,
  path: Path,
  name: string,
  { field: named, match }: ListParameter,
  asked: readonly Field[],
  own: ReadonlySet<string>,
): boolean {
  const known = Object.keys(LIST_PARAMETERS)
  const field = asked.find((candidate) => candidate.name === named)
  if (!known.includes(name))
    context.report(document, path, {
      slug: 'parameter_unknown',
      message: `规格中没有列表参数“${name}”`,
      found: name,
      known,
      key: true,
    })
  else if (own.has(name))
    context.report(document, path, {
      slug: 'parameter_field',
      message: `已有可筛选的字段“${name}”，同名参数不必再写`,
      key: true,
    })
  else if (!field)
    context.report(document, path, {
      slug: 'parameter_filter',
      message:
        match === 'name'
          ? `参数“${name}”按名称查找，“${named}”不是人人可见的文字或引用字段`
          : `参数“${name}”所指的“${named}”不是人人可见且可筛选（x-filter）的字段`,
      found: named,
      known: asked.map((candidate) => candidate.name),
    })
  else return true
  return false
}
