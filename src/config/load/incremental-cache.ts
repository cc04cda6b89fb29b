// Caches results from one check to the next, and keeps unchanged things identical.
import type { Context, Noted, References } from './context.ts'
import { isSameList } from './dependency-tracking.ts'

/** The latest, and the one before: what is changed is often changed back. */
const KEPT = 2

/** Returns the list with `latest` first, cut to its maximum length. */
export const withLatest = <One>(known: readonly One[], latest: One): readonly One[] =>
  known[0] === latest ? known : [latest, ...known.filter((one) => one !== latest)].slice(0, KEPT)

/** Remembers what was made of a thing and reported nothing, until what was read for it says something else. */
export function remembering<Made>(): (context: Context, thing: object, make: () => Made) => Made {
  const memory = new Memory<Made>()
  return (context, thing, make) => memory.of(context, thing, make)
}

/** Replaces a new thing by the previous one if both are equal, so that results made of it stay valid. */
export function lastingBy<Thing extends object>(
  nameOf: (thing: Thing) => string,
): (context: Context, thing: Thing) => Thing {
  const things = new Things<Thing>()
  return (context, thing) => (context.remembers ? things.of(nameOf(thing), thing) : thing)
}

type Entries = Readonly<Record<string, unknown>>

interface PassedCheck {
  readonly things: readonly unknown[]
  readonly marks: References
}

/** Checks things again only where one of them is another than when nothing was found in them. */
export function createIncrementalCheck(): (
  context: Context,
  things: readonly unknown[],
  check: () => void,
) => void {
  let known: readonly PassedCheck[] = []
  return (context, things, check) => {
    // The findings of a rule may depend on earlier findings.
    if (!context.isValid || !context.remembers) {
      check()
      return
    }
    const found = known.find((one) => isSameList(one.things, things))
    if (found) {
      known = withLatest(known, found)
      context.mark(found.marks)
      return
    }
    const { marks, isClean } = context.marking(check)
    if (isClean) known = withLatest(known, { things, marks })
  }
}

class Memory<Made> {
  readonly #known = new WeakMap<object, readonly Noted<Made>[]>()

  of(context: Context, thing: object, make: () => Made): Made {
    if (!context.remembers) return make()
    const known = this.#known.get(thing) ?? []
    const found = known.find(({ reads }) => context.isAsRead(reads))
    const noted = found ?? context.noting(make)
    if (found || noted.isClean) this.#known.set(thing, withLatest(known, noted))
    return found ? context.take(found) : noted.made
  }
}

class Things<Thing extends object> {
  readonly #known = new Map<string, readonly Thing[]>()

  of(name: string, thing: Thing): Thing {
    const known = this.#known.get(name) ?? []
    const same = known.find((one) => isSame(one, thing)) ?? thing
    this.#known.set(name, withLatest(known, same))
    return same
  }
}

/** Compares JSON values. Objects whose keys have another order are different. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => isSame(value, other[index]))
    )
  }
  const keys = Object.keys(one)
  const others = Object.keys(other)
  return (
    !Array.isArray(other) &&
    isSameList(keys, others) &&
    keys.every((key) => isSame((one as Entries)[key], (other as Entries)[key]))
  )
}
