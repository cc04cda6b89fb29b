// Compares words with labels by how they are spelled: pinyin, first letters, sound, traditional characters.
// Loaded only when a search among choices finds nothing: the dictionary of pinyin is large.
import { match, pinyin } from 'pinyin-pro'
import { toSimplified } from '#shared/formats/simplified-chinese.ts'

const LETTERS = /^[a-z]+$/
/** `lvse` and `luse` find 绿色: ü is typed either way. */
const matchesPinyin = (text: string, letters: string, precision: 'first' | 'every'): boolean =>
  [true, false].some((v) => match(text, letters, { continuous: true, precision, v }) !== null)

/** `fxpf` and `fangxun` find 防汛排涝, and so do 防汛排捞, which sounds the same, and 防汛排澇. */
export function matchesSpelling(label: string, words: string): boolean {
  const wanted = toSimplified(words.normalize('NFKC').trim().toLowerCase()).replace(/\s+/g, '')
  if (wanted === '') return false
  const text = toSimplified(label.normalize('NFKC').toLowerCase())
  if (text.includes(wanted)) return true
  if (LETTERS.test(wanted)) return matchesPinyin(text, wanted, 'first')
  const wantedPinyin = pinyin(wanted, { toneType: 'none', type: 'array' }).join('')
  return matchesPinyin(text, wantedPinyin, 'every')
}
