// Draws the article of a detail page: heading, meta line, facts, body, actions.

import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import { PrintAddress } from '#portal/features/page/print-address.tsx'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Badge } from '#portal/ui/badge.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { toText } from '#portal/ui/format/to-text.ts'
import { Link } from '#portal/ui/link.tsx'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/field-value.ts'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { useChildSubmission } from '#portal/widgets/items/use-child-submission.ts'
import { BlockedSubmissionNotice } from '#portal/widgets/notices/blocked-submission-notice.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Action, Column, Section } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { DetailFront } from './detail-front.tsx'

/** Fewer headings are seen without a list of them. */
const MIN_HEADINGS = 4
/** Pixels that the headings are apart at least, about a screen and a half. */
const MIN_DISTANCE_PX = 1_100
const HEADINGS = ':is(.eq-body-part, .eq-body-line) > h2, .eq-rich-text :is(h1, h2, h3)'

/** Always the same, so that a short article is not drawn twice. */
const NO_HEADINGS: readonly HTMLElement[] = []

/** From the article; none where it is short. */
function findHeadings(nav: HTMLElement): readonly HTMLElement[] {
  const found = [...(nav.parentElement?.querySelectorAll<HTMLElement>(HEADINGS) ?? [])].filter(
    ({ textContent }) => textContent?.trim(),
  )
  const top = (heading: HTMLElement | undefined) => heading?.getBoundingClientRect().top ?? 0
  const isLong = found.length >= MIN_HEADINGS && top(found.at(-1)) - top(found[0]) >= MIN_DISTANCE_PX
  return isLong ? found : NO_HEADINGS
}

function goTo(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'start' })
}

/** Which of the headings is the last above the middle of the screen. */
function useHeadingInView(headings: readonly HTMLElement[]): number {
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
function Contents({ item }: { readonly item: Item }) {
  const nav = useRef<HTMLElement>(null)
  const current = useRef<HTMLButtonElement>(null)
  const [headings, setHeadings] = useState(NO_HEADINGS)
  const [isOpen, setOpen] = useState(false)
  const read = useHeadingInView(headings)
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

const SIDES = [
  { side: 'previous', label: '上一篇' },
  { side: 'next', label: '下一篇' },
] as const

interface Props {
  readonly page: DetailPage
  readonly item: Item
  readonly scope: Scope
  readonly onChanged: (done?: Action) => void
}

/** A fact that the reader may not see is shown as such, and so is an amount that is a matter of talks. */
function isVisibleWhenEmpty(column: Column): boolean {
  return column.cell === 'masked' || optionsOf<'cells/money'>(column).unit !== undefined
}

function hasMissingText(column: Column): boolean {
  return optionsOf<'cells/video'>(column).missing !== undefined
}

interface ColumnsProps {
  readonly columns: readonly Column[]
  readonly item: Item
}

export function Meta({ columns, item }: ColumnsProps) {
  return <FactList columns={columns} item={item} layout="inline" />
}

export function Facts({ columns, item }: ColumnsProps) {
  return <FactList columns={columns} item={item} layout="page" always={isVisibleWhenEmpty} />
}

const LINES: ReadonlySet<string> = new Set(['tags', 'refs', 'link'])

/**
 * A lead before formatted text, and the text itself, have no heading; tags, references and links are drawn in a line.
 */
export function ArticleBody({ columns, item }: { readonly columns: readonly Column[]; readonly item: Item }) {
  const shown = columns.filter((column) => hasValue(item, column) || hasMissingText(column))
  const rich = shown.findIndex(({ cell }) => cell === 'rich-text')
  return shown.map((column, index) => {
    const { cell, label, field } = column
    const isLine = LINES.has(cell)
    const isLead = cell === 'long-text' && index < rich
    const needsHeading = !isLine && !isLead && cell !== 'image' && index !== rich && shown.length > 1
    return (
      <div key={field.name} className={isLead ? 'eq-lead-text' : isLine ? 'eq-body-line' : 'eq-body-part'}>
        {needsHeading ? <h2>{label}</h2> : null}
        {isLine && cell !== 'link' ? <span className="eq-muted">{label}</span> : null}
        <Cell column={column} item={item} />
      </div>
    )
  })
}

/** Hides the state of an open item from readers, who expect it, but not from viewers who may change it. */
function metaOf({ meta, openState }: DetailPage, { status, actions }: Item): readonly Column[] {
  return meta.filter(({ cell }) => cell !== 'status' || status !== openState || String(actions))
}

/**
 * Draws the submission of a child near the heading, since visitors come for it; the section with the existing
 * children follows later.
 */
function ChildSubmissionButton({ section, scope }: { readonly section: Section; readonly scope: Scope }) {
  const { link, mayWrite } = useChildSubmission(section, scope)
  if (!link || !mayWrite) return null
  return (
    <LinkButton link={link} scope={scope} icon="add" look="accent">
      提交{section.content?.title}
    </LinkButton>
  )
}

export const DetailArticle = memo(function DetailArticle({ page, item, scope, onChanged }: Props) {
  const title = headingOf(item, { heading: page.heading })
  const isLed = page.lead.length > 0
  const adding = page.sections.find(
    (section) => section.content?.admission && optionsOf<'sections/child-list'>(section).link,
  )
  const actions = (
    <Actions
      actions={page.actions}
      scope={scope}
      title={title}
      item={item}
      picture={page.picture}
      onChanged={onChanged}
      isMain
      first={adding ? <ChildSubmissionButton section={adding} scope={scope} /> : null}
    >
      {page.calendar?.some((date) => item[date]) ? (
        <a
          className="eq-button eq-button-plain"
          href={`/feed/${page.id}.ics?${new URLSearchParams(scope.query as Record<string, string>)}`}
        >
          加入日历
        </a>
      ) : null}
    </Actions>
  )
  return (
    <article className="eq-card eq-article" data-led={isLed}>
      <Guard name={page.title}>
        <header className="eq-article-head">
          {page.badge ? <Badge>{page.badge}</Badge> : null}
          <h1 tabIndex={-1}>{title}</h1>
          <Meta columns={metaOf(page, item)} item={item} />
        </header>
        <BlockedSubmissionNotice item={item} />
        <DetailFront page={page} item={item} title={title} />
        {isLed ? actions : null}
        <Facts columns={page.facts} item={item} />
        <Contents item={item} />
        <ArticleBody columns={page.body} item={item} />
        {isLed ? null : actions}
        <PrintAddress />
        <AdjacentItems page={page} scope={scope} />
      </Guard>
    </article>
  )
})

interface AdjacentItemsProps {
  readonly page: Pick<DetailPage, 'neighbours'>
  readonly scope: Scope
}

/** Further reading: it may fail without a word. */
function AdjacentItems({ page, scope }: AdjacentItemsProps) {
  const { pathname } = useLocation()
  const { data } = useRead<Record<string, Item | null>>(
    page.neighbours ? toReadSource(page.neighbours, scope) : null,
  )
  const found = SIDES.flatMap(({ side, label }) => {
    const item = data?.[side]
    return item && typeof item === 'object' ? [{ label, id: String(item.id), title: toText(item.title) }] : []
  })
  if (found.length === 0) return null
  return (
    <nav className="eq-neighbours" aria-label="上一篇与下一篇">
      {found.map(({ label, id, title }) => (
        <Link key={label} to={`${pathname}?${new URLSearchParams({ id })}`}>
          {label}：{title}
        </Link>
      ))}
    </nav>
  )
}
