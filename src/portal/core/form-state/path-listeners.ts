// Notifies listeners by key of changes of a path, of its parents and of its children.
import { isWithin } from './answer-paths.ts'

type Listener = () => void

export class Listeners {
  readonly #byKey = new Map<string, Set<Listener>>()

  add(listener: Listener, key = ''): () => void {
    const listeners = this.#byKey.get(key) ?? new Set()
    this.#byKey.set(key, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byKey.get(key) === listeners) this.#byKey.delete(key)
    }
  }

  notify(key = ''): void {
    for (const listener of this.#byKey.get(key) ?? []) listener()
  }

  /** Also those of the groups and lists that hold the place, and where asked for of what is inside it. */
  notifyAround(place: string, isDeep: boolean): void {
    const parts = place.split('.')
    parts.forEach((_, index) => {
      this.notify(parts.slice(0, index + 1).join('.'))
    })
    if (!isDeep) return
    for (const key of [...this.#byKey.keys()]) if (isWithin(key, place)) this.notify(key)
  }
}
