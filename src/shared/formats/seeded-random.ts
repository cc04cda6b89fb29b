// Generates pseudo-random numbers that are the same for the same seed.

/** mulberry32: small, even, repeatable; numbers from 0 to 1, 1 excluded. */
export function randomOf(seed: string): () => number {
  let state = seedOf(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A whole number that says little of the seed, such as to choose one of several by. */
export function seedOf(seed: string): number {
  let state = 0x9e3779b9
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x85ebca6b)
  return state
}
