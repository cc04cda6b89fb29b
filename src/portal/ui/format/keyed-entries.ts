// Assigns React keys to entries that have no identity but their text.

/**
 * Assigns a unique React key to each entry of a list whose entries have no id. The key is the text of the entry; a
 * repeated text gets a number.
 *
 * @example
 * keyed(['红', '红'], (text) => text) // → [{ key: '红', entry: '红' }, { key: '红 1', entry: '红' }]
 */
export function keyed<T>(entries: readonly T[], textOf: (entry: T) => string): { key: string; entry: T }[] {
  const times = new Map<string, number>()
  return entries.map((entry) => {
    const text = textOf(entry)
    const before = times.get(text) ?? 0
    times.set(text, before + 1)
    return { key: before === 0 ? text : `${text} ${before}`, entry }
  })
}
