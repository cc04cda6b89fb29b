// Assigns React keys to entries that have no identity but their text.

/** Each entry with a key of its own, though several may say the same. */
export function keyed<T>(entries: readonly T[], textOf: (entry: T) => string): { key: string; entry: T }[] {
  const times = new Map<string, number>()
  return entries.map((entry) => {
    const text = textOf(entry)
    const before = times.get(text) ?? 0
    times.set(text, before + 1)
    return { key: before === 0 ? text : `${text} ${before}`, entry }
  })
}
