// Rules over words: those that the style sheet forbids, and words and marks that are doubled by mistake.
import type { Context } from '#config/load/context.ts'
import type { Place } from '#config/load/place.ts'
import { eachValue } from '#config/load/visit-values.ts'
import { defineRule, type Nodes, type Rule } from '../rule.ts'
import { DOUBLED, FORBIDDEN_WORDS, type ForbiddenWord } from './forbidden-words.ts'

const CHINESE = /\p{Script=Han}/u
/** Properties whose values are not texts. */
const NO_TEXT = new Set(['$schema', 'pattern'])

export interface WordFinding {
  readonly slug: 'word_forbidden' | 'word_doubled'
  readonly found: string
  readonly expected?: string
  readonly message: string
}

type Find = (text: string) => readonly WordFinding[]

/** Makes the search for a list of words; done once for each list. Texts without Chinese characters are skipped. */
export function toWordFinder(words: readonly ForbiddenWord[]): Find {
  const longestFirst = [...words].sort((a, b) => b.not.length - a.not.length)
  const byWord = new Map(longestFirst.map((word) => [word.not, word]))
  const any = new RegExp(longestFirst.map(({ not }) => toPattern(not)).join('|') || '(?!)', 'g')
  return (text) => {
    if (!CHINESE.test(text)) return []
    const forbidden = [...text.matchAll(any)].flatMap(({ 0: found, index }) => {
      const word = byWord.get(found)
      if (!word || isRight(word, text, index)) return []
      return [{ slug: 'word_forbidden', found, ...describeWord(word, text, index) } as const]
    })
    const doubled = [...text.matchAll(DOUBLED)].map(({ 0: found, index }) => {
      const expected = found.slice(0, found.length / 2)
      const message = `“${found}”重复了，请只留一个：${around(text, index, found.length)}`
      return { slug: 'word_doubled', found, expected, message } as const
    })
    return [...forbidden, ...doubled]
  }
}

function isRight({ not, except = [], last }: ForbiddenWord, text: string, index: number): boolean {
  // By itself it is the name of a state.
  if (last && (index === 0 || index + not.length < text.length)) return true
  return except.some((longer) => {
    const begin = index - longer.indexOf(not)
    return begin >= 0 && text.startsWith(longer, begin)
  })
}

function describeWord({ not, use, say: advice, last }: ForbiddenWord, text: string, index: number) {
  const where = around(text, index, not.length)
  if (use !== undefined) return { expected: use, message: `“${not}”应写作“${use}”：${where}` }
  return { message: `文字${last ? '以' : '中有'}“${not}”${last ? '结束' : ''}，请${advice}：${where}` }
}

const AROUND = 10

function around(text: string, index: number, length: number): string {
  const begin = Math.max(0, index - AROUND)
  const end = index + length + AROUND
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`
}

const toPattern = (word: string): string => word.replaceAll(/[.*+?^$()[\]{}|\\/]/g, '\\$&')

const siteWords = (context: Context): readonly ForbiddenWord[] =>
  context.of('site').get('site')?.value.words ?? []

/** The portal's own words first: what it says of a word holds before what the program says. */
function collectWords(context: Context): readonly ForbiddenWord[] {
  const own = siteWords(context)
  const named = new Set(own.map(({ not }) => not))
  return [...FORBIDDEN_WORDS.filter(({ not }) => !named.has(not)), ...own]
}

interface LocatedFinding {
  readonly at: Place
  readonly finding: WordFinding
}

const findDoubled = toWordFinder([])

const words = defineRule('model', ({ context, files }) => {
  const all = collectWords(context)
  const wrong = contradictionsIn(all).map(({ forbidding }) => forbidding)
  const wanted = all.filter((word) => FORBIDDEN_WORDS.includes(word) || !wrong.includes(word))
  const find = toWordFinder(wanted)
  const found = files
    .filter(
      ({ at, kind }) => !context.isBorrowed(at.document) && !(kind === 'dictionary' && isRestricted(at)),
    )
    // Samples may be about anything, such as a typhoon that 登陆: only doubled words are checked there.
    .flatMap((file) => (file.kind === 'samples' ? findIn(file, [], findDoubled) : findIn(file, wanted, find)))
  reportFindings(context, found)
})

/**
 * From this number of uses on, a word of the portal's own list is reported at the list: the entry is wrong, or all
 * texts are.
 */
const MAX_REPEATS = 10

function reportFindings(context: Context, found: readonly LocatedFinding[]): void {
  const site = context.of('site').get('site')
  const own = siteWords(context)
  for (const word of new Set(found.map(({ finding }) => finding.found))) {
    const ones = found.filter(({ finding }) => finding.found === word)
    const index = own.findIndex(({ not }) => not === word)
    const [first] = ones
    if (site && first && index >= 0 && ones.length >= MAX_REPEATS)
      context.report(site, ['words', index, 'not'], {
        ...first.finding,
        message: `${first.finding.message.split('：')[0]}，门户文字中却有 ${ones.length} 处“${word}”：若“${word}”正确，请改正或删去该规则；否则请逐处修改`,
        also: ones.map(({ at }) => at),
      })
    else for (const { at, finding } of ones) context.report(at.document, at.path, finding)
  }
}

/** An entry that recommends what an entry forbids, itself or another one: no text can follow both. */
interface Contradiction {
  readonly advising: ForbiddenWord
  readonly forbidding: ForbiddenWord
}

const contradictionsIn = (words: readonly ForbiddenWord[]): Contradiction[] =>
  words.flatMap((forbidding) => {
    const find = toWordFinder([forbidding])
    return words
      .filter(({ use = '' }) => find(use).some(({ slug }) => slug === 'word_forbidden'))
      .map((advising) => ({ advising, forbidding }))
  })

const contradictions = defineRule('file', ({ at, kind }, { context }) => {
  const own = kind === 'site' ? siteWords(context) : []
  const all = own.length > 0 ? contradictionsIn(collectWords(context)) : []
  for (const { advising, forbidding } of all) {
    const { not, use = '' } = advising
    const isItself = advising === forbidding
    // Of two that contradict each other, the portal's own is reported.
    const isMutual = all.some((one) => one.advising === forbidding && one.forbidding === advising)
    if (isMutual && !own.includes(forbidding)) continue
    const place =
      isItself || !own.includes(forbidding)
        ? [own.indexOf(advising), 'use']
        : [own.indexOf(forbidding), 'not']
    const code = isItself ? (use === not ? 'word_ring.same' : 'word_ring.inside') : 'word_ring.other'
    at.at('words', ...place).report(code, { found: use, not, forbidden: forbidding.not })
  }
})

function findIn({ at, kind }: Nodes['file'], words: readonly ForbiddenWord[], find: Find): LocatedFinding[] {
  const { text, value } = at.document
  // Tests the text as it stands, in a tenth of the time that reading every value takes.
  const mayContain =
    text.search(DOUBLED) >= 0 || text.includes('\\u') || words.some(({ not }) => text.includes(not))
  const found: LocatedFinding[] = []
  if (mayContain)
    eachValue(value, (text, path) => {
      if (typeof text !== 'string' || NO_TEXT.has(String(path.at(-1)))) return
      // The list of words says them itself.
      if (kind === 'site' && path[0] === 'words') return
      for (const finding of find(text)) found.push({ at: at.at(...path), finding })
    })
  return found
}

/** A dictionary that not everybody reads is of words to look for, not to say. */
const isRestricted = ({ document }: Place): boolean =>
  (document.value as { readonly access?: unknown } | undefined)?.access !== undefined

export const wordRules: readonly Rule[] = [words, contradictions]
