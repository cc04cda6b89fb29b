// Owns what somebody may have meant whose words find nothing: the piece of a title that is nearest to them.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { whereOf } from './found-types.ts'
import { quoteTerm } from './search-vector.ts'
import type { SearchedType } from './searched-types.ts'
import { type Run, splitRuns, toBigrams, toWords } from './segment.ts'

const LOOKED_AT = 400
const LONGEST = 12
/** Short words are compared with whole words of titles: any two letters are near to any other two. */
const SHORT = 3

interface Near {
  readonly text: string
  readonly distance: number
  readonly often: number
}

/** Undefined where nothing comes near. */
export async function findMeant(
  db: Kysely<Schema>,
  types: readonly SearchedType[],
  keyWord: string,
): Promise<string | undefined> {
  const runs = splitRuns(keyWord)
  const corrected = await Promise.all(runs.map((run) => correct(db, types, run)))
  if (runs.length === 0 || corrected.every((text, index) => text === runs[index]?.text)) return undefined
  return corrected.includes(undefined) ? undefined : corrected.join(' ')
}

/** The run itself where a title has it. */
async function correct(
  db: Kysely<Schema>,
  types: readonly SearchedType[],
  run: Run,
): Promise<string | undefined> {
  const letters = [...run.text]
  if (letters.length < 2 || letters.length > LONGEST || types.length === 0) return undefined
  const titles = await similarTitles(db, types, partsOf(run))
  if (titles.some((title) => title.includes(run.text))) return run.text
  return nearest(letters, titles, run)?.text
}

/** What titles that hold something like the run have in common with it. */
function partsOf({ text, isHan }: Run): string {
  if (!isHan) return `${quoteTerm(text.slice(0, 2))}:*`
  const letters = [...text]
  const parts = letters.length > 2 ? toBigrams(text) : letters
  return parts.map((part) => `${quoteTerm(part)}:A`).join('|')
}

async function similarTitles(
  db: Kysely<Schema>,
  types: readonly SearchedType[],
  parts: string,
): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from item where ${whereOf(types)} and search @@ (select ${parts}::tsquery)
    limit ${LOOKED_AT}`.execute(db)
  return rows.map(({ title }) => title.normalize('NFKC').toLowerCase())
}

/** The fewest changes first; a slip of one letter for another before one too few or too many; then what most titles have. */
function nearest(letters: readonly string[], titles: readonly string[], { isHan }: Run): Near | undefined {
  const most = Math.max(1, Math.floor(letters.length / 3))
  const lengthens = ({ text }: Near) => Math.abs([...text].length - letters.length)
  const often = new Map<string, number>()
  for (const title of titles)
    for (const piece of new Set(piecesOf(title, letters.length, isHan)))
      often.set(piece, (often.get(piece) ?? 0) + 1)
  return [...often]
    .map(([text, many]): Near => ({ text, distance: distance(letters, [...text], most), often: many }))
    .filter((near) => near.distance <= most)
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        lengthens(a) - lengthens(b) ||
        b.often - a.often ||
        a.text.localeCompare(b.text),
    )[0]
}

function piecesOf(title: string, length: number, isHan: boolean): string[] {
  return splitRuns(title)
    .filter((run) => run.isHan === isHan)
    .flatMap(({ text }) => {
      if (!isHan) return [text]
      if (length <= SHORT) return toWords(text)
      const { starts, ends } = edgesOf(text)
      return [...starts].flatMap((start) =>
        [...ends].filter((end) => Math.abs(end - start - length) <= 1).map((end) => text.slice(start, end)),
      )
    })
}

/** Where words of a run begin and end: half a word is nothing that anybody means. */
function edgesOf(text: string): { readonly starts: ReadonlySet<number>; readonly ends: ReadonlySet<number> } {
  const [starts, ends] = [new Set([0]), new Set([text.length])]
  for (const word of toWords(text))
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      starts.add(at)
      ends.add(at + word.length)
    }
  return { starts, ends }
}

/** Letters put in, left out, changed, or two changed about; beyond `most` it is of no interest how many. */
export function distance(a: readonly string[], b: readonly string[], most: number): number {
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
