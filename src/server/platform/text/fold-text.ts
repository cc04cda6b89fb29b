// Folds a text to the form that is searched: half width, lower case, simplified characters, words apart by one blank.
import { toSimplified } from '#shared/formats/simplified-chinese.ts'

/** Blanks and dashes part words; other marks stand between them. */
const BLANKS = /[\s_\-\u2010-\u2015]+/gu
const MARKS = /[^\p{L}\p{N} ]+/gu

/** Half width and lower case: the form in which words are shown to who searched. */
export const toPlainCase = (text: string): string => text.normalize('NFKC').toLowerCase()

export const fold = (text: string): string => toSimplified(toPlainCase(text))

/** A mark other than a blank or a dash becomes a comma, so that what it parts is not taken for one. */
export function foldApart(text: string): string {
  return fold(text).replace(BLANKS, ' ').replace(MARKS, ',')
}
