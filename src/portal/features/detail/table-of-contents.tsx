// Draws the table of contents of a long article: links to its headings, the current one highlighted.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Item } from '#portal/widgets/widget-props.ts'

/** Fewer headings are seen without a list of them. */
const MIN_HEADINGS = 4
/** Pixels that the headings are apart at least, about a screen and a half. */
const MIN_DISTANCE_PX = 1_100
const HEADINGS = ':is(.eq-body-part, .eq-body-line) > h2, .eq-rich-text :is(h1, h2, h3)'

/** From the article; none where it is short. */
function findHeadings(nav: HTMLElement): HTMLElement[] {
  const found = [...(nav.parentElement?.querySelectorAll<HTMLElement>(HEADINGS) ?? [])].filter(
    ({ textContent }) => textContent?.trim(),
  )
  const top = (heading: HTMLElement | undefined) => heading?.getBoundingClientRect().top ?? 0
  const isLong = found.length >= MIN_HEADINGS && top(found.at(-1)) - top(found[0]) >= MIN_DISTANCE_PX
  return isLong ? found : []
}

function goTo(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'start' })
}

/** Which of the headings is the last above the middle of the screen. */
function useRead(headings: readonly HTMLElement[]): number {
  const [read, setRead] = useState(0)
  useEffect(() => {
    if (headings.length === 0 || !('IntersectionObserver' in window)) return
    const above = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, boundingClientRect, isIntersecting } of entries) {
          if (isIntersecting || boundingClientRect.top < 0) above.add(target)
          else above.delete(target)
        }
        setRead(
          Math.max(
            0,
            headings.findLastIndex((heading) => above.has(heading)),
          ),
        )
      },
      { rootMargin: '0px 0px -60% 0px' },
    )
    for (const heading of headings) observer.observe(heading)
    return () => observer.disconnect()
  }, [headings])
  return read
}

/** Drawn with the article in one piece: the headings are looked for before anything of it is painted. */
export function Contents({ item }: { readonly item: Item }) {
  const nav = useRef<HTMLElement>(null)
  const current = useRef<HTMLButtonElement>(null)
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([])
  const [isOpen, setOpen] = useState(false)
  const read = useRead(headings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item has other headings
  useLayoutEffect(() => {
    if (nav.current) setHeadings(findHeadings(nav.current))
  }, [item])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list follows what is read
  useEffect(() => {
    const list = current.current?.closest('ol')
    if (list && current.current) list.scrollLeft = current.current.offsetLeft - list.offsetLeft - 40
  }, [read])
  return (
    <nav ref={nav} className="eq-contents" aria-label="目录" hidden={headings.length === 0}>
      <button
        type="button"
        className="eq-contents-fold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        目录（{headings.length}）
      </button>
      <ol data-open={isOpen}>
        {headings.map((heading, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a heading is known by its place
          <li key={index}>
            <button
              type="button"
              ref={index === read ? current : undefined}
              aria-current={index === read ? 'location' : undefined}
              onClick={() => {
                setOpen(false)
                goTo(heading)
              }}
            >
              {heading.textContent}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
