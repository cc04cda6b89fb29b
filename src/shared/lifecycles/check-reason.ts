// Checks that a reason has content: a single letter or sign has none, two Chinese characters may.

/** A character of Chinese says as much as two letters. */
const MIN_WEIGHT = 4
const HAN = /\p{Script=Han}/u
const SPOKEN = /[\p{L}\p{N}]/u

/** Returns true if the text is more than a sign, a letter, or one of them repeated. */
export function isMeaningfulReason(text: string): boolean {
  const spoken = [...text].filter((character) => SPOKEN.test(character))
  const weight = spoken.reduce((sum, character) => sum + (HAN.test(character) ? 2 : 1), 0)
  return weight >= MIN_WEIGHT && new Set(spoken).size > 1
}
