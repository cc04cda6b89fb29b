// Draws two texts side by side, with the words marked that one has and the other has not.
import { Fragment, useMemo, useState } from 'react'
import { RichText } from '#portal/widgets/media/rich-text.tsx'
import { compareBlocks, compareWords, type Line, type LinePair, type Part } from './difference.ts'
import { toBlocks, toLines } from './text-blocks.ts'

/** Of a run of paragraphs that stay, the first and the last are shown. */
const CONTEXT = 1
const FOLDED_FROM = 4

interface Props {
  readonly before: string
  readonly after: string
  readonly titles: readonly [string, string]
  readonly isRich: boolean
}

/** Long texts: paragraph beside paragraph; those that stay are folded. */
export function TextComparison({ before, after, titles, isRich }: Props) {
  const pairs = useMemo(() => {
    const split = isRich ? toBlocks : toLines
    return compareBlocks(split(before), split(after))
  }, [before, after, isRich])
  if (before !== after && pairs.every(({ isSame }) => isSame))
    return <p className="eq-muted">文字相同，只有格式或链接不同</p>
  return (
    <div className="eq-change-text">
      {groupsOf(pairs).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run of paragraphs is known by its place
        <Group key={index} pairs={group} titles={titles} />
      ))}
    </div>
  )
}

/** Runs of paragraphs that stay, and of those that do not. */
function groupsOf(pairs: readonly LinePair[]): LinePair[][] {
  const groups: LinePair[][] = []
  for (const pair of pairs) {
    const last = groups.at(-1)
    if (last?.[0]?.isSame === pair.isSame) last.push(pair)
    else groups.push([pair])
  }
  return groups
}

function Group({ pairs, titles }: { readonly pairs: readonly LinePair[] } & Pick<Props, 'titles'>) {
  const [isOpen, setOpen] = useState(false)
  const isFolded = pairs[0]?.isSame === true && pairs.length >= FOLDED_FROM && !isOpen
  const draw = (some: readonly LinePair[]) =>
    some.map((pair, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph is known by its place
      <Pair key={index} pair={pair} titles={titles} />
    ))
  if (!isFolded) return draw(pairs)
  return (
    <>
      {draw(pairs.slice(0, CONTEXT))}
      <button type="button" className="eq-text-button eq-change-fold" onClick={() => setOpen(true)}>
        {`未改动的 ${pairs.length - 2 * CONTEXT} 段`}
      </button>
      {draw(pairs.slice(-CONTEXT))}
    </>
  )
}

function Pair({ pair, titles }: { readonly pair: LinePair } & Pick<Props, 'titles'>) {
  const { before, after, isSame } = pair
  return (
    <div className="eq-change-pair" data-same={isSame || undefined}>
      <div data-label={titles[0]}>{before ? <LineView line={before} mark="del" /> : null}</div>
      <div data-label={titles[1]}>{after ? <LineView line={after} mark="ins" /> : null}</div>
    </div>
  )
}

function LineView({ line, mark }: { readonly line: Line; readonly mark: 'del' | 'ins' }) {
  const { kind, parts, src } = line
  if (src !== undefined) {
    const [part] = parts
    return (
      <div className="eq-change-picture" data-mark={part?.isMarked ? mark : undefined}>
        <RichText value={toImage(src, part?.text ?? '')} />
      </div>
    )
  }
  return (
    <p data-kind={kind}>
      <Parts parts={parts} mark={mark} />
    </p>
  )
}

/** Made where nothing is fetched: the text decides how its pictures are. */
function toImage(src: string, alt: string): string {
  const box = document.createElement('template')
  const image = box.content.ownerDocument.createElement('img')
  image.setAttribute('src', src)
  image.setAttribute('alt', alt)
  return image.outerHTML
}

function Parts({ parts, mark: Mark }: { readonly parts: readonly Part[]; readonly mark: 'del' | 'ins' }) {
  return parts.map(({ text, isMarked }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text are known by their place
    <Fragment key={index}>{isMarked && text !== '' ? <Mark>{text}</Mark> : text}</Fragment>
  ))
}

/** A text in one line, as it stands on one side. */
export function MarkedText({
  before,
  after,
  side,
}: Pick<Props, 'before' | 'after'> & { readonly side: 'before' | 'after' }) {
  const [old, now] = useMemo(() => compareWords(before, after), [before, after])
  return side === 'before' ? <Parts parts={old} mark="del" /> : <Parts parts={now} mark="ins" />
}
