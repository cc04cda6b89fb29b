// Corrects misspellings with the nearest words of public titles, dictionaries and categories.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { toPlainCase } from '#server/platform/text/fold-text.ts'
import type { Lexicon } from '#server/platform/text/lexicon.ts'
import { transcribeRun, transcribeWord } from '#server/platform/text/pinyin.ts'
import { quoteTerm, toPinyinTerm } from '#server/platform/text/search-vector.ts'
import { cutWords, runsOf, splitRuns, type TextRun, toBigrams } from '#server/platform/text/segment.ts'
import { toSimplified } from '#shared/formats/simplified-chinese.ts'
import { type SearchedType, searchCondition } from './searched-types.ts'

const MAX_TITLES = 400
const MAX_LENGTH = 12
/** Maximum for one run; the caller uses the first correction with a match. */
const MAX_CORRECTIONS = 4
/** Short words are compared with whole words of titles: any two letters are near to any other two. */
const SHORT = 3
/** Fewer letters are near to too many words in pinyin. */
const MIN_PINYIN = 5

interface Near {
  readonly text: string
  readonly cost: number
  readonly often: number
}

/** Sources in which words are looked up. */
export interface Vocabulary {
  readonly db: Kysely<Schema>
  readonly types: readonly SearchedType[]
  readonly lexicon: Lexicon
}

/** The nearest first; none where a run is near to nothing. `isKnown` says of a run whether it is right as it is. */
export async function correctSpelling(
  vocabulary: Vocabulary,
  keyWord: string,
  isKnown: (text: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const runs = splitRuns(keyWord)
  const choices = await Promise.all(
    runs.map(async (run) =>
      runs.length > 1 && (await isKnown(run.text)) ? [run.text] : correctRun(vocabulary, run),
    ),
  )
  const [first] = choices
  if (!first || choices.some((texts) => texts.length === 0)) return []
  const most = Math.max(...choices.map((texts) => texts.length))
  const typed = runs.map(({ text }) => text).join(' ')
  const corrected = Array.from({ length: most }, (_, index) =>
    choices.map((texts) => texts[index] ?? texts[0]).join(' '),
  )
  return [...new Set(corrected)].filter((text) => text !== typed)
}

async function correctRun(vocabulary: Vocabulary, run: TextRun): Promise<readonly string[]> {
  const letters = [...run.text]
  if (letters.length < 2 || letters.length > MAX_LENGTH) return []
  const titles = await similarTitles(vocabulary, run)
  const often = new Map<string, number>(vocabulary.lexicon.names.map((name) => [name, 0]))
  for (const title of titles)
    for (const piece of new Set(piecesOf(title, run))) often.set(piece, (often.get(piece) ?? 0) + 1)
  const near = [...often]
    .flatMap(([text, many]): Near[] => {
      const cost = text === run.text ? undefined : costOf(run, text)
      return cost === undefined ? [] : [{ text, cost, often: many }]
    })
    .sort((a, b) => a.cost - b.cost || b.often - a.often || a.text.localeCompare(b.text))
    .map(({ text }) => text)
  const whole = near.slice(0, MAX_CORRECTIONS)
  return whole.length > 0 || !run.isHan ? whole : correctPart(vocabulary.lexicon, run.text)
}

/** How far a word is from what was typed; undefined where too far. What sounds the same is nearest. */
function costOf(run: TextRun, text: string): number | undefined {
  const [typed, letters] = [[...toSimplified(run.text)], [...toSimplified(text)]]
  const [other] = runsOf(text)
  if (!run.isHan) return other?.isHan ? pinyinCost(run.text, text) : latinCost(typed, letters)
  if (!other?.isHan) return undefined
  const most = Math.max(1, Math.floor(typed.length / 3))
  if (Math.abs(typed.length - letters.length) > 1) return undefined
  const changed = distance(typed, letters, letters.length)
  const lengthens = typed.length === letters.length ? 0 : 0.3
  const isSwap = changed < differing(typed, letters)
  if (changed > most && typed.length !== letters.length) return undefined
  const syllableDistance = pinyinDistance(typed, letters)
  if (syllableDistance === 0 && !isSwap) return 0.3 + changed / 100
  if (changed > most) return undefined
  if (typed.length < SHORT) return syllableDistance <= 1 ? changed : undefined
  if (syllableDistance <= 2) return changed - 0.2 + lengthens
  if (isSwap) return changed - 0.1
  return lengthens > 0 || typed.length > SHORT ? changed + lengthens : undefined
}

function differing(a: readonly string[], b: readonly string[]): number {
  return a.length === b.length ? a.filter((letter, index) => letter !== b[index]).length : 0
}

function pinyinDistance(a: readonly string[], b: readonly string[]): number {
  const toPinyin = (letters: readonly string[]) => [
    ...letters.flatMap((letter) => transcribeWord(letter)).join(''),
  ]
  return distance(toPinyin(a), toPinyin(b), 3)
}

function latinCost(typed: readonly string[], letters: readonly string[]): number | undefined {
  const most = Math.max(1, Math.floor(typed.length / 3))
  const changed = distance(typed, letters, most)
  return changed <= most ? changed + Math.abs(typed.length - letters.length) * 0.1 : undefined
}

function pinyinCost(typed: string, text: string): number | undefined {
  if (typed.length < MIN_PINYIN) return undefined
  const most = Math.max(1, Math.floor(typed.length / MIN_PINYIN))
  const changed = distance([...typed], [...transcribeRun(text).syllables.join('')], most)
  return changed <= most ? changed + 0.2 : undefined
}

/** A name within what was typed, written as it sounds. */
function correctPart({ names }: Lexicon, text: string): readonly string[] {
  const letters = [...text]
  const corrected = names.flatMap((name) => {
    const length = [...name].length
    if (length < 2 || length >= letters.length || !runsOf(name)[0]?.isHan) return []
    return letters.flatMap((_, start) => {
      const part = letters.slice(start, start + length)
      if (part.length < length || part.join('') === name || pinyinDistance(part, [...name]) > 0) return []
      return [{ length, text: [...letters.slice(0, start), name, ...letters.slice(start + length)].join('') }]
    })
  })
  return corrected
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_CORRECTIONS)
    .map((one) => one.text)
}

/** Those with the same sound, then those that have something in common with the run. */
async function similarTitles(vocabulary: Vocabulary, run: TextRun): Promise<string[]> {
  const titles = await Promise.all(partsOf(run).map((parts) => titlesWith(vocabulary, parts)))
  return titles.flat()
}

function partsOf({ text, isHan }: TextRun): string[] {
  if (!isHan) {
    const start = text.slice(0, 2)
    return [
      `${quoteTerm(start)}:*`,
      ...(text.length < MIN_PINYIN ? [] : [`${quoteTerm(toPinyinTerm(start))}:*`]),
    ]
  }
  const letters = [...text]
  const parts = letters.length > 2 ? toBigrams(text) : letters
  return [
    `${quoteTerm(toPinyinTerm(transcribeRun(text).syllables.join('')))}:*`,
    parts.map((part) => `${quoteTerm(part)}:A`).join('|'),
  ]
}

async function titlesWith({ db, types }: Vocabulary, parts: string): Promise<string[]> {
  if (types.length === 0) return []
  const { rows } = await sql<{ title: string }>`
    select title from item where ${searchCondition(types)} and search @@ (select ${parts}::tsquery)
    limit ${MAX_TITLES}`.execute(db)
  return rows.map(({ title }) => toPlainCase(title))
}

/** Returns the parts of a title that the run could mean. */
function piecesOf(title: string, run: TextRun): string[] {
  const length = [...run.text].length
  return runsOf(title).flatMap(({ text, isHan }) => {
    if (!isHan) return run.isHan ? [] : [text]
    if (!run.isHan)
      return run.text.length < MIN_PINYIN ? [] : piecesBetween(text, (size) => size > 1 && size < 7)
    if (length <= 2) return cutWords(text)
    return piecesBetween(text, (size) => Math.abs(size - length) <= 1)
  })
}

/** From where a word begins to where one ends: half a word is nothing that anybody means. */
function piecesBetween(text: string, isLong: (length: number) => boolean): string[] {
  const [starts, ends] = [new Set([0]), new Set([text.length])]
  for (const word of cutWords(text))
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      starts.add(at)
      ends.add(at + word.length)
    }
  return [...starts].flatMap((start) =>
    [...ends].filter((end) => isLong(end - start)).map((end) => text.slice(start, end)),
  )
}

/** Letters put in, left out, changed, or two changed about; beyond `most` it is of no interest how many. */
function distance(a: readonly string[], b: readonly string[], most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  const rows: number[][] = [b.map((_, at) => at + 1)]
  rows[0]?.unshift(0)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1] as number[]
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + same,
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, ((rows[i - 2] as number[])[j - 2] as number) + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? most + 1
}
