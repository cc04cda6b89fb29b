// Classifies the locations of a configuration: values with the same role in the same kind of file.
import type { Json } from './mistake.ts'

export interface Spot {
  readonly file: string
  readonly pointer: string
  readonly value: string | number
  /** The nearest names above it, outermost first; rows and names that somebody chose are “*”. */
  readonly above: readonly string[]
  /** Kind of file and names above it. */
  readonly sort: string
  /** The nearest object that contains the value. */
  readonly beside: { readonly [key: string]: Json }
}

/** Objects whose keys somebody chose. */
const CHOSEN = new Set([
  'properties',
  'endpoints',
  'states',
  'operations',
  'roles',
  'when',
  'params',
  'body',
  'fixed',
  'set',
  'steps',
  'advances',
  'parameters',
  'answers',
  'standing',
  'except',
])
const DEPTH = 2

export function spotsOf(file: string, root: Json): Spot[] {
  return walk(file, root, '', [], {})
}

function walk(
  file: string,
  value: Json,
  pointer: string,
  above: readonly string[],
  beside: Spot['beside'],
): Spot[] {
  if (typeof value === 'string' || typeof value === 'number') {
    const near = above.slice(-DEPTH)
    return [{ file, pointer, value, above: near, sort: `${kindOf(file)} ${near.join('/')}`, beside }]
  }
  if (value === null || typeof value === 'boolean') return []
  const isList = Array.isArray(value)
  const areChosen = CHOSEN.has(above.at(-1) ?? '') || (above.at(-1) === 'fields' && above.includes('groups'))
  return Object.entries(value).flatMap(([key, child]) =>
    walk(
      file,
      child,
      `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      [...above, isList || (areChosen && !CHOSEN.has(key)) ? '*' : key],
      isList ? beside : value,
    ),
  )
}

const kindOf = (file: string): string =>
  /^pages-config\/(menu|site)\.json$/.exec(file)?.[1] ?? /^(?:schemas\/)?([^/]+)/.exec(file)?.[1] ?? file
