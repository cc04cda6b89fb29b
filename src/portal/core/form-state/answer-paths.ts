// Reads and writes values inside the answers of a form by path, and notifies the listeners of a path.
import { localTimeAt, withOffset } from '#shared/formats/portal-time.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import type { Json } from '#shared/model/json.ts'

type Listener = () => void

/** Notifies listeners by key of changes of a path, of its parents and of its children. */
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

/** Presets a field of a new form with its default, or with the current minute if its input declares that. */
export function defaultAnswerOf({ inputs }: FormModel, { name, schema }: Field): Json | undefined {
  const options = inputs[name]?.options as { readonly preset?: unknown } | undefined
  if (options?.preset === 'now') return withOffset(`${localTimeAt(Date.now()).slice(0, 16)}:00`)
  return schema.default as Json | undefined
}

export type PathKey = string | number
export type AnswerPath = readonly PathKey[]
export type FormAnswers = Readonly<Record<string, unknown>>

type Holder = Record<PathKey, unknown>

/** `rows.0.unit`, as conditions and errors name places too. Names of fields hold no dots. */
export function toKey(path: AnswerPath): string {
  return path.join('.')
}

export function toPath(key: string): AnswerPath {
  return key.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

export function isWithin(key: string, holder: string): boolean {
  return key.startsWith(holder) && key[holder.length] === '.'
}

function isHolder(value: unknown): value is Holder {
  return value !== null && typeof value === 'object'
}

export function readAt(tree: unknown, path: AnswerPath): unknown {
  return path.reduce<unknown>(
    (value, part) => (isHolder(value) && Object.hasOwn(value, part) ? value[part] : undefined),
    tree,
  )
}

/**
 * Writes into a draft, making groups and lists on the way. Undefined takes the name away, and with its last one the
 * group that held it, but never a row of a list: its neighbours would move.
 */
export function writeAt(draft: object, path: AnswerPath, value: unknown): void {
  const ways: [Holder, PathKey][] = []
  let holder = draft as Holder
  path.forEach((part, index) => {
    ways.push([holder, part])
    if (index === path.length - 1) return
    if (!isHolder(holder[part])) holder[part] = typeof path[index + 1] === 'number' ? [] : {}
    holder = holder[part] as Holder
  })
  if (value === undefined) removeAt(ways)
  else {
    const [last, part] = ways.at(-1) as [Holder, PathKey]
    last[part] = value
  }
}

/** `ways`: each holder on the way, with the part that leads on. */
function removeAt(ways: readonly (readonly [Holder, PathKey])[]): void {
  for (const [index, [holder, part]] of [...ways].reverse().entries()) {
    if (Array.isArray(holder)) {
      // A row that was emptied stays a row.
      if (index === 0) holder[part as number] = null
      return
    }
    delete holder[part]
    if (Object.keys(holder).length > 0) return
  }
}
