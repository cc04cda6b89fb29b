// Counts and cuts texts that people see: one code point is one letter, and no sign is cut in two.

/** As `maxLength` of JSON Schema counts; a line break is one, however a system writes it. */
export function countLetters(text: string): number {
  let count = 0
  for (const _ of text.replaceAll('\r\n', '\n')) count += 1
  return count
}

const segmenter = new Intl.Segmenter('zh')

/** The signs that a reader sees, each with its accents and joined parts. */
export function toSigns(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Longer signs are heaps of accents, which may be cut. */
const MAX_SIGN = 32

/**
 * Returns at most `most` characters from the start of a text. An emoji, a rare character or a letter with its
 * accents is never split.
 *
 * @example
 * cutLetters('排水抢险车', 2) // → '排水'
 * cutLetters('e\u0301tude', 2) // → 'e\u0301'
 */
export function cutLetters(text: string, most: number): string {
  return text.length <= most ? text : cutBy(text, most, countLetters)
}

/** The same in units of UTF-16, in which other programs count. */
export function cutUnits(text: string, most: number): string {
  return text.length <= most ? text : cutBy(text, most, ({ length }) => length)
}

function cutBy(text: string, most: number, count: (sign: string) => number): string {
  let end = 0
  let length = 0
  // A code point takes two units at most; what follows shows where the last sign ends.
  for (const { segment } of segmenter.segment(text.slice(0, most * 2 + MAX_SIGN * 2))) {
    length += count(segment)
    if (length > most) break
    end += segment.length
  }
  return end > 0 ? text.slice(0, end) : [...text.slice(0, most * 2)].slice(0, most).join('')
}

/**
 * Shortens a text to at most `most` characters. A shortened text ends with “…”, which is included in the count.
 *
 * @example
 * shortenText('排水抢险车', 4) // → '排水抢…'
 * shortenText('排水', 4) // → '排水'
 */
export function shortenText(text: string, most: number): string {
  return text.length > most && countLetters(text) > most ? `${cutLetters(text, most - 1)}…` : text
}
