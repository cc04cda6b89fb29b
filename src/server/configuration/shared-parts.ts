// Serialises a value with shared parts only once, such as a form on each page that shows it.

/** Marks a reference to the shared part with that index; no key of a configuration file holds this character. */
const PART = '\u0000'

type Container = Record<string, unknown> | unknown[]

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

interface Written {
  /** The shared parts, each after the parts that it contains. */
  readonly parts: readonly unknown[]
  readonly whole: unknown
}

/**
 * As JSON that holds what is the same object in several places only once: half the size of the compiled model. In ASCII,
 * which is read without being decoded and takes half the memory.
 */
export function writeShared(value: unknown): string {
  const isShared = new Map<object, boolean>()
  const look = (value: unknown): void => {
    if (!isContainer(value)) return
    const isKnown = isShared.has(value)
    isShared.set(value, isKnown)
    if (!isKnown) for (const child of Object.values(value)) look(child)
  }
  look(value)

  const parts: unknown[] = []
  const placeOf = new Map<object, number>()
  const write = (value: unknown): unknown => {
    if (!isContainer(value)) return value
    if (!isShared.get(value)) return contentOf(value)
    const place = placeOf.get(value) ?? parts.push(contentOf(value)) - 1
    placeOf.set(value, place)
    return { [PART]: place }
  }
  const contentOf = (value: Container): unknown =>
    Array.isArray(value)
      ? value.map(write)
      : Object.fromEntries(Object.entries(value).map(([key, child]) => [key, write(child)]))
  const whole = write(value)
  return JSON.stringify({ parts, whole } satisfies Written).replace(/[\u0080-\uffff]/g, toEscape)
}

const toEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Parses the text of `writeShared` into a frozen value with shared parts. Throws for any other text. */
export function readShared(text: string): unknown {
  const { parts, whole } = JSON.parse(text) as Written
  const read: unknown[] = []
  // Every object of the model passes here at each start, so unchanged values are not assigned again.
  const resolve = (container: Container): unknown => {
    if (Array.isArray(container)) {
      for (let at = 0; at < container.length; at++) {
        const child = container[at]
        if (isContainer(child)) container[at] = resolve(child)
      }
      return Object.freeze(container)
    }
    const place = container[PART]
    if (place !== undefined) return read[place as number]
    for (const key of Object.keys(container)) {
      const child = container[key]
      if (!isContainer(child)) continue
      const resolved = resolve(child)
      if (resolved !== child) container[key] = resolved
    }
    return Object.freeze(container)
  }
  const resolveAny = (value: unknown): unknown => (isContainer(value) ? resolve(value) : value)
  for (const part of parts) read.push(resolveAny(part))
  return resolveAny(whole)
}
