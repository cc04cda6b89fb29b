// Folds a text to the form that is searched: half width, lower case, simplified characters, words apart by one blank.
import { to } from 'opencc-js/preset/t2cn'

/** Of each traditional character its simplified one; of phrases a search cannot know where they begin. */
const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  (to.cn ?? []).flat().flatMap((pairs) => (typeof pairs === 'string' ? toCharacters(pairs) : pairs)),
)
const TRADITIONAL = new RegExp(`[${[...SIMPLIFIED.keys()].join('')}]`, 'gu')

/** Blanks and dashes part words; other marks stand between them. */
const BLANKS = /[\s_\-\u2010-\u2015]+/gu
const MARKS = /[^\p{L}\p{N} ]+/gu

/** Of a table with pairs apart by `|`: the traditional text, a blank, the simplified one. */
function toCharacters(table: string): [string, string][] {
  const pairs = table.split('|').map((pair) => pair.split(' ') as [string, string])
  return pairs.filter(([traditional, simplified]) => [...traditional, ...simplified].length === 2)
}

/** Letters stay where they are, so that a place in the folded text is one in the text. */
export const toSimplified = (text: string): string =>
  text.replace(TRADITIONAL, (character) => SIMPLIFIED.get(character) ?? character)

/** Half width and lower case: the form in which words are shown to who searched. */
export const toPlainCase = (text: string): string => text.normalize('NFKC').toLowerCase()

export const fold = (text: string): string => toSimplified(toPlainCase(text))

/** A mark other than a blank or a dash becomes a comma, so that what it parts is not taken for one. */
export function foldApart(text: string): string {
  return fold(text).replace(BLANKS, ' ').replace(MARKS, ',')
}
