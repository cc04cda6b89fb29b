// Chooses a plausible wrong value for a location; none where every value may be valid.
import type { Json } from './mistake.ts'
import type { Spot } from './places.ts'

export interface Wrong {
  readonly value: Json
  readonly wants: string
  readonly breaks: string
  readonly says: readonly string[]
}

/** Names at whose places a value refers to something, or is one of few. */
const REFERS = new Set(
  `page parent operation source submit load update check form widget cell field more open follow link pick heading meta facts
columns rows filters sorts tabs facets viewed neighbours onlyFrom x-dict x-ref x-ref-by x-widget x-from x-same x-unique x-of
x-parameters x-visible x-search x-better x-set access by not readers to from back initial action transition do kind lifecycle category
region icon on channels notify required format view views cover dictionary samples $ref $schema type sort states fields then
move words claim parameters longitude latitude place distinct same disclosure open otherwise admission until key directory
homepage login register refused missing failed maintenance search report progress zones help grants units unit shell surface
edited redirect visit send picture tag facts state date meta fixed marks review covers role purpose onlyStates only
_status _owner do candidates stars`
    .split(/\s+/)
    .filter(Boolean),
)
/** Sorts of locations whose values are texts for people or free choices. */
const FREE =
  /^samples (?!.*\/_(status|owner)$)|\/(title|label|help|hint|text|next|shown|summary|description|note|value|version|default|empty|code)$|x-sensitive|\/demo\/|agreement|sensitive|\bapi [^ ]*(body|result|params|properties|items|enum)|api (properties|items|type|required|enum)|structured|answers|(words|reason|receipt)\/title|x-options\/purpose|enum\/\*|titleBar|place\/\*$|x-unit|organizer|welcome|motto|papers|audience/
const FREE_UNLESS_OPTION = /options\/(summary|state|words|date|tag|meta)$/

export function wrongValue(spot: Spot, random: () => number): Wrong | null {
  const { value, sort } = spot
  if (typeof value === 'number') return sort.startsWith('samples') ? null : wrongNumber(spot, value)
  if (/^\{[a-z]+\.[A-Za-z]+\}$/.test(value)) return wrongPlaceholder(value, random)
  if (/^(GET|POST) \//.test(value)) return wrongAddress(value, random)
  if (/^#[0-9A-F]{6}$/i.test(value)) return wrongColour(value, random)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !sort.startsWith('samples')) return wrongDay(value)
  if (FREE.test(sort) && !FREE_UNLESS_OPTION.test(sort)) return null
  const name = [...spot.above].reverse().find((step) => step !== '*')
  if (!name || !REFERS.has(name) || !/^[A-Za-z$@./_*:-][\w./:*$-]*$/.test(value)) return null
  return misspelt(value, random)
}

function misspelt(value: string, random: () => number): Wrong {
  const wrong = pick(
    [swapped(value), value.slice(0, -1), `${value}s`, otherCase(value), `${value}1`].filter(
      (candidate) => candidate !== value && candidate.length > 1,
    ),
    random,
  )
  return {
    value: wrong ?? `${value}x`,
    wants: `“${value}”`,
    breaks: 'nothing is called so',
    says: [wordOf(value)],
  }
}

/** A message names what is meant, not how it is written here. */
const wordOf = (value: string): string =>
  value.startsWith('../common/')
    ? (value.slice('../common/'.length).split('.')[0] ?? value)
    : value.replace(/^-/, '')

const swapped = (value: string): string => {
  const at = Math.floor(value.length / 2)
  return value.slice(0, at - 1) + (value[at] ?? '') + (value[at - 1] ?? '') + value.slice(at + 1)
}

const otherCase = (value: string): string =>
  value.includes('-')
    ? value.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    : value.charAt(0).toUpperCase() + value.slice(1)

function wrongPlaceholder(value: string, random: () => number): Wrong {
  const [root = '', name = ''] = value.slice(1, -1).split('.')
  const wrong = pick(
    [
      `{${root}.${name}`,
      `$${value}`,
      `{${value}}`,
      `｛${root}.${name}｝`,
      `{${root}s.${name}}`,
      `{${root}.${name}Of}`,
      `{${name}}`,
    ],
    random,
  )
  return { value: wrong ?? `{${root}}`, wants: value, breaks: 'sent as it is, or as nothing', says: [] }
}

function wrongAddress(value: string, random: () => number): Wrong {
  const [method = '', path = ''] = value.split(' ')
  const wrong = pick([path, `${method.toLowerCase()} ${path}`, `PUT ${path}`, `${method}${path}`], random)
  return { value: wrong ?? path, wants: value, breaks: 'no call has such an address', says: [method] }
}

function wrongColour(value: string, random: () => number): Wrong {
  return {
    value: pick([value.slice(1), value.slice(0, 6), `${value} `], random) ?? 'blue',
    wants: value,
    breaks: 'no colour',
    says: ['#'],
  }
}

const wrongDay = (value: string): Wrong => ({
  value: value.replaceAll('-', '/'),
  wants: value,
  breaks: 'days are written with hyphens',
  says: [],
})

const TOO_MUCH: Readonly<Record<string, number>> = {
  limit: 100000,
  span: 24,
  max: 99,
  order: -1,
  version: 0,
  columns: 9,
  before: -3,
  maxSize: 100000,
  'x-step': 0,
  start: 0,
}
const PAIRS: Readonly<Record<string, string>> = {
  minimum: 'maximum',
  minLength: 'maxLength',
  minItems: 'maxItems',
}

function wrongNumber({ above, beside }: Spot, value: number): Wrong | null {
  const name = above.at(-1) ?? ''
  const other = beside[PAIRS[name] ?? '']
  if (typeof other === 'number')
    return {
      value: other + 1,
      wants: 'limits',
      breaks: `more than ${PAIRS[name]}: no value is right`,
      says: [String(other)],
    }
  const last = name === '*' && 'limit' in beside && beside.limit === value ? 'limit' : name
  const wrong = TOO_MUCH[last]
  return wrong === undefined || wrong === value
    ? null
    : { value: wrong, wants: String(value), breaks: 'outside of what is possible', says: [] }
}

const pick = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)]
