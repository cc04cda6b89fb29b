// Finds what differs between two texts: paragraphs first, then the words inserted and deleted within them.
import { diffArrays } from 'diff'

export type BlockKind = 'heading' | 'paragraph' | 'item' | 'quote' | 'row' | 'picture'

/** A paragraph, heading, list item, table row or picture of a text. */
export interface Block {
  readonly kind: BlockKind
  readonly text: string
  /** Address of a picture. */
  readonly src?: string
}

export interface Part {
  readonly text: string
  /** True for words that the other text does not have. */
  readonly isMarked: boolean
}

export interface Line extends Pick<Block, 'kind' | 'src'> {
  readonly parts: readonly Part[]
}

/** Two lines side by side; null where one text has nothing there. */
export interface LinePair {
  readonly before: Line | null
  readonly after: Line | null
  readonly isSame: boolean
}

const words = new Intl.Segmenter('zh', { granularity: 'word' })

const toWords = (text: string): string[] => Array.from(words.segment(text), ({ segment }) => segment)

/** So much of two paragraphs is alike that one was made of the other. */
const ALIKE = 0.3
/** Fewer letters that stay between two changes make them harder to read than one change. */
const SHORT = 2

export function compareBlocks(before: readonly Block[], after: readonly Block[]): LinePair[] {
  const changes = diffArrays([...before], [...after], {
    comparator: (one, other) => one.kind === other.kind && one.text === other.text && one.src === other.src,
  })
  const pairs: LinePair[] = []
  let removed: readonly Block[] = []
  const flush = (added: readonly Block[]) => {
    pairs.push(...pairBlocks(removed, added))
    removed = []
  }
  for (const change of changes) {
    if (change.removed) removed = change.value
    else if (change.added) flush(change.value)
    else {
      flush([])
      pairs.push(
        ...change.value.map((block) => ({ before: toLine(block), after: toLine(block), isSame: true })),
      )
    }
  }
  flush([])
  return pairs
}

/** A removed block stands beside the first of the added ones that is like it; the order of both stays. */
function pairBlocks(removed: readonly Block[], added: readonly Block[]): LinePair[] {
  const pairs: LinePair[] = []
  let next = 0
  for (const block of removed) {
    const found = added.findIndex((other, index) => index >= next && isAlike(block, other))
    if (found < 0) pairs.push({ before: toLine(block, true), after: null, isSame: false })
    else {
      for (const other of added.slice(next, found))
        pairs.push({ before: null, after: toLine(other, true), isSame: false })
      pairs.push(compareLines(block, added[found] as Block))
      next = found + 1
    }
  }
  for (const other of added.slice(next))
    pairs.push({ before: null, after: toLine(other, true), isSame: false })
  return pairs
}

function isAlike(one: Block, other: Block): boolean {
  if (one.kind === 'picture' || other.kind === 'picture') return false
  const common = diffArrays(toWords(one.text), toWords(other.text))
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.join('').length, 0)
  return common >= ALIKE * Math.max(one.text.length, other.text.length)
}

const toLine = ({ kind, text, src }: Block, isMarked = false): Line => ({
  kind,
  parts: [{ text, isMarked }],
  ...(src === undefined ? {} : { src }),
})

function compareLines(one: Block, other: Block): LinePair {
  const [before, after] = compareWords(one.text, other.text)
  return {
    before: { kind: one.kind, parts: before },
    after: { kind: other.kind, parts: after },
    isSame: false,
  }
}

/** Both texts in parts, marked where they differ. */
export function compareWords(before: string, after: string): [Part[], Part[]] {
  const changes = diffArrays(toWords(before), toWords(after))
  const [old, now]: [Part[], Part[]] = [[], []]
  const add = (parts: Part[], text: string, isMarked: boolean) => {
    const last = parts.at(-1)
    if (last?.isMarked === isMarked) parts[parts.length - 1] = { text: last.text + text, isMarked }
    else parts.push({ text, isMarked })
  }
  for (const [index, { value, added, removed }] of changes.entries()) {
    const text = value.join('')
    const isBetween = index > 0 && index < changes.length - 1
    const isMarked = added || removed || (isBetween && text.length < SHORT)
    if (!added) add(old, text, isMarked)
    if (!removed) add(now, text, isMarked)
  }
  return [old, now]
}
