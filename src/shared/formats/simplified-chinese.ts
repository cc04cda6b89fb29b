// Writes traditional Chinese characters as simplified ones.
import { to } from 'opencc-js/preset/t2cn'

/** Of each traditional character its simplified one; of phrases a search cannot know where they begin. */
const SIMPLIFIED: ReadonlyMap<string, string> = new Map(
  (to.cn ?? []).flat().flatMap((pairs) => (typeof pairs === 'string' ? toCharacters(pairs) : pairs)),
)
const TRADITIONAL = new RegExp(`[${[...SIMPLIFIED.keys()].join('')}]`, 'gu')

/** Of a table with pairs apart by `|`: the traditional text, a blank, the simplified one. */
function toCharacters(table: string): [string, string][] {
  const pairs = table.split('|').map((pair) => pair.split(' ') as [string, string])
  return pairs.filter(([traditional, simplified]) => [...traditional, ...simplified].length === 2)
}

/** Letters stay where they are, so that a place in the simplified text is one in the text: 無人機 is 无人机. */
export const toSimplified = (text: string): string =>
  text.replace(TRADITIONAL, (character) => SIMPLIFIED.get(character) ?? character)
