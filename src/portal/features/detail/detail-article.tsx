// Draws the article of a detail page: heading, meta line, facts, body, actions.

import { memo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import { PrintAddress } from '#portal/features/page/print-address.tsx'
import { LinkButton } from '#portal/ui/app-link.tsx'
import { Badge } from '#portal/ui/badge.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { toText } from '#portal/ui/format/to-text.ts'
import { Cell } from '#portal/widgets/cell-registry.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { hasValue } from '#portal/widgets/items/has-value.ts'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { useChildSubmission } from '#portal/widgets/items/use-child-submission.ts'
import { BlockedSubmissionNotice } from '#portal/widgets/notices/blocked-submission-notice.tsx'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Action, Column, Section } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { DetailFront } from './detail-front.tsx'
import { Contents } from './table-of-contents.tsx'

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
