// Warns of words that the style sheet forbids, and of words and marks that are doubled by mistake.
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { kindOf } from '#config/load/file-kinds.ts'
import { eachValue } from '#config/load/visit-values.ts'
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

function readSiteWords(context: Context): readonly ForbiddenWord[] {
  const site = context.of('site').get('site')?.value as
    | { readonly words?: readonly ForbiddenWord[] }
    | undefined
  return site?.words ?? []
}

/** The portal's own words first: what it says of a word holds before what the program says. */
function collectForbiddenWords(context: Context): readonly ForbiddenWord[] {
  const own = readSiteWords(context)
  const named = new Set(own.map(({ not }) => not))
  return [...FORBIDDEN_WORDS.filter(({ not }) => !named.has(not)), ...own]
}

/** By the words that were asked for: what is right once stays so, as a changed file is another document. */
const checkedDocuments = new WeakMap<Document, string>()

export function checkWords(context: Context): void {
  const all = collectForbiddenWords(context)
  const words = all.filter((word) => !isContradicted(word, all))
  reportContradictions(context, all)
  const wordsKey = JSON.stringify(words)
  const find = toWordFinder(words)
  const findDoubled = toWordFinder([])
  const found: LocatedFinding[] = []
  for (const byId of context.documents.values())
    for (const document of byId.values()) {
      const kind = kindOf(document.path)?.kind.kind
      if (kind === 'language' || document.isMade || context.isBorrowed(document)) continue
      if (checkedDocuments.get(document) === wordsKey || (kind === 'dictionary' && isRestricted(document)))
        continue
      // Samples may be about anything, such as a typhoon that 登陆: only doubled words are checked there.
      const isSamples = kind === 'samples'
      const isFine =
        !mayContain(document, isSamples ? [] : words) ||
        findIn(document, isSamples ? findDoubled : find, found)
      if (isFine) checkedDocuments.set(document, wordsKey)
    }
  reportFindings(context, found)
}

interface LocatedFinding {
  readonly document: Document
  readonly path: Path
  readonly finding: WordFinding
}

/**
 * From this number of uses on, a word of the portal's own list is reported at the list: the entry is wrong, or all
 * texts are.
 */
const MAX_REPEATS = 10

function reportFindings(context: Context, found: readonly LocatedFinding[]): void {
  const site = context.of('site').get('site')
  const own = readSiteWords(context)
  const byWord = new Map<string, LocatedFinding[]>()
  for (const one of found) byWord.set(one.finding.found, [...(byWord.get(one.finding.found) ?? []), one])
  for (const [word, ones] of byWord) {
    const index = own.findIndex(({ not }) => not === word)
    const [first] = ones
    if (site && first && index >= 0 && ones.length >= MAX_REPEATS)
      context.report(site, ['words', index, 'not'], {
        ...first.finding,
        warning: true,
        message: `${first.finding.message.split('：')[0]}，门户文字中却有 ${ones.length} 处“${word}”：若“${word}”正确，请改正或删去该规则；否则请逐处修改`,
        also: ones,
      })
    else
      for (const { document, path, finding } of ones)
        context.report(document, path, { ...finding, warning: true })
  }
}

/** Returns an entry that recommends this forbidden word; the two contradict each other. */
function contradicting(word: ForbiddenWord, all: readonly ForbiddenWord[]): ForbiddenWord | undefined {
  const find = toWordFinder([word])
  return all.find((other) => other !== word && other.use !== undefined && find(other.use).length > 0)
}

/** Or it has another one written, which no text holds either. */
const isContradicted = (word: ForbiddenWord, all: readonly ForbiddenWord[]): boolean =>
  !FORBIDDEN_WORDS.includes(word) && (advisesItself(word) || contradicting(word, all) !== undefined)

/** Returns true if the recommended text contains the forbidden word itself. */
const advisesItself = (word: ForbiddenWord): boolean =>
  word.use !== undefined && toWordFinder([word])(word.use).some(({ slug }) => slug === 'word_forbidden')

function reportContradictions(context: Context, all: readonly ForbiddenWord[]): void {
  const site = context.of('site').get('site')
  for (const [index, word] of readSiteWords(context).entries()) {
    if (site && advisesItself(word)) {
      context.report(site, ['words', index, 'use'], {
        slug: 'word_ring',
        message:
          word.use === word.not
            ? `not 与 use 都是“${word.not}”：请在 use 中写明正确的词`
            : `正确的词“${word.use}”中含有禁用的词“${word.not}”：请改 use，或在 except 中写明“${word.use}”`,
        found: word.use ?? '',
      })
      continue
    }
    const other = contradicting(word, all)
    const [advised] = word.use === undefined ? [] : toWordFinder(all.filter((one) => one !== word))(word.use)
    if (site && !other && advised?.slug === 'word_forbidden')
      context.report(site, ['words', index, 'use'], {
        warning: true,
        slug: 'word_ring',
        message: `此处要求写作“${word.use}”，“${advised.found}”却是禁用的词：请改正其一`,
        found: word.use ?? '',
      })
    if (!site || !other) continue
    context.report(site, ['words', index, 'not'], {
      warning: true,
      slug: 'word_ring',
      message: `此处禁用“${word.not}”，另一条却要求将“${other.not}”写作“${other.use}”：请改正或删去其一`,
      found: word.not,
    })
  }
}

/** Tests the text as it stands, in a tenth of the time that reading every value takes. */
function mayContain({ text }: Document, words: readonly ForbiddenWord[]): boolean {
  return text.search(DOUBLED) >= 0 || text.includes('\\u') || words.some(({ not }) => text.includes(not))
}

/** Returns true if the document has no findings. */
function findIn(document: Document, find: Find, found: LocatedFinding[]): boolean {
  const isSite = kindOf(document.path)?.kind.kind === 'site'
  const before = found.length
  eachValue(document.value, (text, path) => {
    if (typeof text !== 'string' || NO_TEXT.has(String(path.at(-1)))) return
    // The list of words says them itself.
    if (isSite && path[0] === 'words') return
    for (const finding of find(text)) found.push({ document, path: [...path], finding })
  })
  return found.length === before
}

/** A dictionary that not everybody reads is of words to look for, not to say. */
function isRestricted({ value }: Document): boolean {
  return (value as { readonly access?: unknown } | undefined)?.access !== undefined
}
