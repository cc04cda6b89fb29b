// Provides the mutants of a lifecycle file: every property gone, every flag turned, every word and number another.
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }
type Path = readonly (string | number)[]

export interface Mutant {
  /** Such as transitions/3/by: 去掉第 2 项. */
  readonly name: string
  readonly value: Json
}

const KINDS = ['submit', 'refuse', 'reject', 'withdraw']

export function mutantsOf(file: Json): readonly Mutant[] {
  const words = new Set(stringsOf(file))
  const mutants: Mutant[] = []
  const add = (path: Path, what: string, value: Json | undefined) =>
    mutants.push({ name: `${path.join('/')}: ${what}`, value: put(file, path, value) })
  walk(file, [], (path, value) => {
    if (path[0] === '$schema') return
    if (path.length > 0) add(path, '去掉', undefined)
    if (typeof value === 'boolean') add(path, '相反', !value)
    else if (typeof value === 'number') add(path, '加一', value + 1)
    else if (typeof value === 'string')
      for (const other of othersOf(path, value, words)) add(path, other, other)
    else if (Array.isArray(value) && isAudiences(path) && !value.includes('registered'))
      add(path, '再加 registered', [...value, 'registered'])
  })
  return mutants
}

const isAudiences = (path: Path): boolean => ['by', 'not', 'readers', 'to'].includes(String(path.at(-1)))

/** Another one of the same sort where the file has one, so that it is not merely unknown; else other words. */
function othersOf(path: Path, value: string, words: ReadonlySet<string>): string[] {
  const last = typeof path.at(-1) === 'number' ? path.at(-2) : path.at(-1)
  if (last === 'kind') return KINDS.filter((kind) => kind !== value)
  const alike = [...words].filter((word) => word !== value && !/\p{Script=Han}/u.test(word))
  if (/\p{Script=Han}/u.test(value)) return [`${value}改`]
  return [alike.find((word) => word > value) ?? `${value}X`, `${value}X`]
}

function stringsOf(value: Json): string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : []
}

function walk(value: Json, path: Path, visit: (path: Path, value: Json) => void): void {
  visit(path, value)
  if (value === null || typeof value !== 'object') return
  const isList = Array.isArray(value)
  for (const [key, inner] of Object.entries(value)) walk(inner, [...path, isList ? Number(key) : key], visit)
}

/** A copy with the value there; undefined takes the place itself away. */
function put(file: Json, path: Path, value: Json | undefined): Json {
  const copy = structuredClone(file)
  let at = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>
  const last = path.at(-1) as string | number
  if (value !== undefined) at[last] = value
  else if (Array.isArray(at)) at.splice(Number(last), 1)
  else delete at[last]
  return copy
}
