// Provides whether the proofs run whole, as `npm run prove` has them, or in the short form of everyday tests.
export const IS_LONG = process.env.EQUIPNET_LONG === '1'

/** All of them in the long run; in everyday runs `count`, spread evenly over the list, always the same ones. */
export function someOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (IS_LONG || cases.length <= count) return cases
  return Array.from(
    { length: count },
    (_, index) => cases[Math.floor(((index + 0.5) * cases.length) / count)] as Case,
  )
}
