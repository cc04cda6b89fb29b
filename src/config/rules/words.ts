// Owns the warnings about words that the style sheet forbids, and about what stands twice by mistake.
import type { Context } from '../context.ts'
import type { Document } from '../document.ts'
import { kindOf } from '../file-kinds.ts'
import { DOUBLED, FORBIDDEN_WORDS, type ForbiddenWord } from '../forbidden-words.ts'
import { eachValue } from './each-value.ts'

const CHINESE = /\p{Script=Han}/u
/** What is no text, whatever stands in it. */
const NO_TEXT = new Set(['$schema', 'pattern'])

export interface WordFinding {
  readonly slug: 'word_forbidden' | 'word_doubled'
  readonly found: string
  readonly expected?: string
  readonly message: string
}

type Find = (text: string) => readonly WordFinding[]

/** Made once for a list of words; texts without Chinese characters are nobody's. */
export function toWordFinder(words: readonly ForbiddenWord[]): Find {
  const longestFirst = [...words].sort((a, b) => b.not.length - a.not.length)
  const byWord = new Map(longestFirst.map((word) => [word.not, word]))
  const any = new RegExp(longestFirst.map(({ not }) => toPattern(not)).join('|') || '(?!)', 'g')
  return (text) => {
    if (!CHINESE.test(text)) return []
    const forbidden = [...text.matchAll(any)].flatMap(({ 0: found, index }) => {
      const word = byWord.get(found)
      if (!word || isRight(word, text, index)) return []
      return [{ slug: 'word_forbidden', found, ...tell(word, text, index) } as const]
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

function tell({ not, use, say, last }: ForbiddenWord, text: string, index: number) {
  const where = around(text, index, not.length)
  if (use !== undefined) return { expected: use, message: `“${not}”应写作“${use}”：${where}` }
  return { message: `文字${last ? '以' : '中有'}“${not}”${last ? '结束' : ''}，请${say}：${where}` }
}

const AROUND = 10

function around(text: string, index: number, length: number): string {
  const begin = Math.max(0, index - AROUND)
  const end = index + length + AROUND
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`
}

const toPattern = (word: string): string => word.replaceAll(/[.*+?^$()[\]{}|\\/]/g, '\\$&')

/** The portal's own words first: what it says of a word holds before what the program says. */
function wordsOf(context: Context): readonly ForbiddenWord[] {
  const site = context.of('site').get('site')?.value as
    | { readonly words?: readonly ForbiddenWord[] }
    | undefined
  const own = site?.words ?? []
  const named = new Set(own.map(({ not }) => not))
  return [...FORBIDDEN_WORDS.filter(({ not }) => !named.has(not)), ...own]
}

/** By the words that were asked for: what is right once stays so, as a changed file is another document. */
const knownRight = new WeakMap<Document, string>()

export function checkWords(context: Context): void {
  const words = wordsOf(context)
  const asked = JSON.stringify(words)
  const find = toWordFinder(words)
  const findDoubled = toWordFinder([])
  for (const byId of context.documents.values())
    for (const document of byId.values()) {
      const kind = kindOf(document.path)?.kind.kind
      if (kind === 'language' || document.isMade || context.isBorrowed(document)) continue
      if (knownRight.get(document) === asked || (kind === 'dictionary' && isKept(document))) continue
      // What samples tell may be of anything: there a typhoon comes ashore.
      const isSamples = kind === 'samples'
      const isFine =
        !mayHold(document, isSamples ? [] : words) ||
        checkDocument(context, document, isSamples ? findDoubled : find)
      if (isFine) knownRight.set(document, asked)
    }
}

/** Told from the text as it stands, in a tenth of the time that reading every value takes. */
function mayHold({ text }: Document, words: readonly ForbiddenWord[]): boolean {
  return text.search(DOUBLED) >= 0 || text.includes('\\u') || words.some(({ not }) => text.includes(not))
}

function checkDocument(context: Context, document: Document, find: Find): boolean {
  const isSite = kindOf(document.path)?.kind.kind === 'site'
  let isFine = true
  eachValue(document.value, (text, path) => {
    if (typeof text !== 'string' || NO_TEXT.has(String(path.at(-1)))) return
    const isOfWords = isSite && path[0] === 'words'
    if (isOfWords && path.at(-1) !== 'use') return
    for (const finding of find(text)) {
      if (isOfWords) {
        if (finding.slug !== 'word_forbidden') continue
        const message = `这里叫人写“${text}”，“${finding.found}”却是不能用的词：照着改的文字又会被指出`
        context.report(document, path, { warning: true, slug: 'word_ring', message, found: text })
        isFine = false
        continue
      }
      isFine = false
      context.report(document, path, { ...finding, warning: true })
    }
  })
  return isFine
}

/** A dictionary that not everybody reads is of words to look for, not to say. */
function isKept({ value }: Document): boolean {
  return (value as { readonly access?: unknown } | undefined)?.access !== undefined
}
