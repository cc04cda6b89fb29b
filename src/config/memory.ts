// Owns what lasts from one check to the next: what was made of something that stays, and things that stay the same.
import type { Context, Marks, Noted } from './context.ts'
import { isSameList } from './reads.ts'

/** The latest, and the one before: what is changed is often changed back. */
const KEPT = 2

/** Remembers what was made of a thing and reported nothing, until what was read for it says something else. */
export function remembering<Made>(): (context: Context, thing: object, make: () => Made) => Made {
  const memory = new Memory<Made>()
  return (context, thing, make) => memory.of(context, thing, make)
}

/** What is made anew and says what it said stays the same thing, so that what was made of it stays as well. */
export function lastingBy<Thing extends object>(
  nameOf: (thing: Thing) => string,
): (context: Context, thing: Thing) => Thing {
  const things = new Things<Thing>()
  return (context, thing) => (context.remembers ? things.of(nameOf(thing), thing) : thing)
}

interface Sound {
  readonly things: readonly unknown[]
  readonly marks: Marks
}

/** Checks things again only where one of them is another than when nothing was found in them. */
export function onceSound(): (context: Context, things: readonly unknown[], check: () => void) => void {
  let known: readonly Sound[] = []
  return (context, things, check) => {
    // What a rule finds may depend on what was found before.
    if (!context.isSound || !context.remembers) {
      check()
      return
    }
    const found = known.find((one) => isSameList(one.things, things))
    if (found) {
      context.mark(found.marks)
      return
    }
    const { marks, isClean } = context.marking(check)
    if (isClean) known = [{ things, marks }, ...known].slice(0, KEPT)
  }
}

class Memory<Made> {
  readonly #known = new WeakMap<object, readonly Noted<Made>[]>()

  of(context: Context, thing: object, make: () => Made): Made {
    if (!context.remembers) return make()
    const known = this.#known.get(thing) ?? []
    const found = known.find(({ reads }) => context.isAsRead(reads))
    const noted = found ?? context.noting(make)
    if (found ? found !== known[0] : noted.isClean)
      this.#known.set(thing, [noted, ...known.filter((one) => one !== noted)].slice(0, KEPT))
    return found ? context.take(found) : noted.made
  }
}

class Things<Thing extends object> {
  readonly #known = new Map<string, readonly Thing[]>()

  of(name: string, thing: Thing): Thing {
    const known = this.#known.get(name) ?? []
    const same = known.find((one) => isSame(one, thing)) ?? thing
    if (same !== known[0])
      this.#known.set(name, [same, ...known.filter((one) => one !== same)].slice(0, KEPT))
    return same
  }
}

/** Of what JSON can say; an object whose entries stand in another order is another one. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const entries = Object.entries(one)
  const others = Object.entries(other)
  return (
    entries.length === others.length &&
    entries.every(([key, value], index) => {
      const [otherKey, otherValue] = others[index] as [string, unknown] // there are as many
      return key === otherKey && isSame(value, otherValue)
    })
  )
}
