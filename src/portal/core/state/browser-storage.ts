// Reads and writes the browser's storage by names of this portal. A storage that is full or forbidden stores nothing.
import { toStorageKey } from '#portal/core/site.ts'

/** `local` lasts across visits and is shared by all tabs, `session` lasts as long as the tab. */
type Place = 'local' | 'session'

const placeOf = (place: Place): Storage => (place === 'local' ? localStorage : sessionStorage)

/** Returns null where nothing is stored. */
export function readText(place: Place, name: string): string | null {
  try {
    return placeOf(place).getItem(toStorageKey(name))
  } catch {
    return null
  }
}

/** Null removes. Returns true if the text was stored. */
export function storeText(place: Place, name: string, text: string | null): boolean {
  try {
    if (text === null) placeOf(place).removeItem(toStorageKey(name))
    else placeOf(place).setItem(toStorageKey(name), text)
    return true
  } catch {
    return false
  }
}

/** Returns the text and removes it, so that it counts once. */
export function takeText(place: Place, name: string): string | null {
  const text = readText(place, name)
  if (text !== null) storeText(place, name, null)
  return text
}

/** Converts stored JSON with `read`, which may throw: an earlier version may have stored anything. */
export function readStored<T>(place: Place, name: string, read: (value: unknown) => T, fallback: T): T {
  try {
    const text = readText(place, name)
    return text === null ? fallback : read(JSON.parse(text))
  } catch {
    return fallback
  }
}

export const storeJson = (place: Place, name: string, value: unknown): boolean =>
  storeText(place, name, JSON.stringify(value))
