// Remembers the last query of each list in this tab, so that links back to a list lead to the same results.

const KEY = 'last-lists'
const MAX_STORED = 20

type Remembered = Readonly<Record<string, string>>

function read(prefix: string): Remembered {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(`${prefix}-${KEY}`) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Remembered) : {}
  } catch {
    return {}
  }
}

/** `prefix` begins the names of what this portal keeps; the newest are kept. */
export function rememberQuery(prefix: string, path: string, search: string): void {
  const { [path]: _, ...others } = read(prefix)
  const kept = [...Object.entries(others).slice(1 - MAX_STORED), [path, search] as const]
  try {
    sessionStorage.setItem(`${prefix}-${KEY}`, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Without storage nothing is remembered.
  }
}

/** As it stands after the path: empty, or with its `?`. */
export function lastQuery(prefix: string, path: string): string {
  const search = read(prefix)[path]
  return typeof search === 'string' && search.startsWith('?') ? search : ''
}
