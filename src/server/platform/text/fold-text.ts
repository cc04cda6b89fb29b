// Folds a text to the form that is searched: half width, lower case, no accents, simplified characters, words apart by one blank.
import { toSimplified } from '#shared/formats/simplified-chinese.ts'

/** Blanks and dashes part words; other marks stand between them. */
const BLANKS = /[\s_\-\u2010-\u2015]+/gu
const MARKS = /[^\p{L}\p{N} ]+/gu

/** Letters with accents, and accents by themselves. */
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]|[\u0300-\u036f]/
const ACCENTS = /[\u0300-\u036f]/g

/** Half width and lower case: the form in which words are shown to who searched. */
export const toPlainCase = (text: string): string => text.normalize('NFKC').toLowerCase()

/** “Besançon” is found by “Besancon”. */
export function fold(text: string): string {
  const plain = toPlainCase(text)
  return toSimplified(
    ACCENTED.test(plain) ? plain.normalize('NFD').replace(ACCENTS, '').normalize('NFC') : plain,
  )
}

/** A mark other than a blank or a dash becomes a comma, so that what it parts is not taken for one. */
export function foldApart(text: string): string {
  return fold(text).replace(BLANKS, ' ').replace(MARKS, ',')
}
