// Draws an item that waits for a decision: its fields, its page as readers will find it, and what changed, in panes.
import { type ReactNode, useId, useMemo, useState } from 'react'
import { formPreviewSource, storeFormPreview } from '#portal/core/pages/form-preview.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import { ArticleBody, Facts, Meta } from '#portal/features/detail/detail-article.tsx'
import { DetailFront } from '#portal/features/detail/detail-front.tsx'
import { PreviewFrame } from '#portal/features/form/submission/preview-frame.tsx'
import {
  ChangeActions,
  ChangeComparison,
  type PendingChange,
} from '#portal/features/versions/pending-change.tsx'
import { VersionComparison } from '#portal/features/versions/version-history.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Guard } from '#portal/ui/error-card.tsx'
import { Tabs } from '#portal/ui/tabs.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { ANONYMOUS_NAME } from '#shared/access/anonymous-name.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Action, Section } from '#shared/model/page-model.ts'
import type { DetailPage, Preview } from '#shared/model/pages/detail.ts'
import './detail-review.css'

interface Props {
  readonly page: DetailPage
  readonly item: Item
  readonly scope: Scope
  readonly onChanged: (done?: Action) => void
}

interface View {
  readonly value: string
  readonly label: string
  readonly draw: () => ReactNode
}

export function DetailReview({ page, item, scope, onChanged }: Props) {
  const { change } = item as { readonly change?: PendingChange }
  const section = page.sections.find(({ widget }) => widget === 'change')
  const reviewed = useMemo<Item>(() => (change ? { ...change.item, isChange: true } : item), [change, item])
  const title = headingOf(reviewed, { heading: page.heading })
  const { preview } = page.review ?? {}
  const views: View[] = [
    { value: 'fields', label: '稿件内容', draw: () => <Fields page={page} item={reviewed} title={title} /> },
    ...(preview
      ? [{ value: 'preview', label: '预览', draw: () => <ReviewPreview preview={preview} item={reviewed} /> }]
      : []),
    {
      value: 'comparison',
      label: '修改对比',
      draw: () => <Comparison section={section} scope={scope} item={item} change={change} />,
    },
  ]
  return (
    <article className="eq-card eq-article eq-review-page">
      <Guard name={page.title}>
        <header className="eq-article-head">
          <h1 tabIndex={-1}>{title}</h1>
          <Meta columns={page.meta} item={item} />
        </header>
        <Panes
          views={change && views.length > 2 ? ['comparison', 'preview'] : ['fields', 'preview']}
          all={views}
        />
        <div className="eq-review-bar">
          {change && section ? <ChangeActions section={section} scope={scope} change={change} /> : null}
          <Actions
            actions={page.actions}
            scope={scope}
            title={title}
            item={item}
            picture={page.picture}
            onChanged={onChanged}
            isMain={!change}
          />
        </div>
      </Guard>
    </article>
  )
}

interface PanesProps {
  /** What both panes show at first. */
  readonly views: readonly [string, string]
  readonly all: readonly View[]
}

/** A narrow screen has room for the first pane alone. */
function Panes({ views, all }: PanesProps) {
  const id = useId()
  const known = (value: string, other: number) =>
    all.some((one) => one.value === value) ? value : (all[other]?.value ?? '')
  const [shown, setShown] = useState<readonly [string, string]>([known(views[0], 0), known(views[1], 1)])
  const choose = (side: 0 | 1, value: string) => {
    const [left, right] = shown
    // What the other pane shows changes places with it.
    if (side === 0) setShown([value, value === right ? left : right])
    else setShown([value === left ? right : left, value])
  }
  return (
    <div className="eq-review-panes">
      {([0, 1] as const).map((side) => (
        <section key={side} aria-label={side === 0 ? '左栏' : '右栏'}>
          <Tabs
            label={side === 0 ? '左栏内容' : '右栏内容'}
            tabs={all}
            value={shown[side]}
            onChange={(value) => choose(side, value)}
            panel={`${id}-${side}`}
          />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too */}
          <div id={`${id}-${side}`} role="tabpanel" tabIndex={0} aria-label={labelOf(all, shown[side])}>
            {all.find(({ value }) => value === shown[side])?.draw()}
          </div>
        </section>
      ))}
    </div>
  )
}

const labelOf = (views: readonly View[], shown: string) => views.find(({ value }) => value === shown)?.label

function Fields({ page, item, title }: Pick<Props, 'page' | 'item'> & { readonly title: string }) {
  return (
    <>
      <DetailFront page={page} item={item} title={title} />
      <Facts columns={page.facts} item={item} />
      <ArticleBody columns={page.body} item={item} />
    </>
  )
}

interface ComparisonProps {
  readonly section: Section | undefined
  readonly scope: Scope
  readonly item: Item
  readonly change: PendingChange | undefined
}

function Comparison({ section, scope, item, change }: ComparisonProps) {
  if (change && section) return <ChangeComparison section={section} scope={scope} change={change} />
  if (!item.versioned) return <Empty text="没有可以对比的版本" />
  return <VersionComparison itemId={String(item.id)} chosen={{ published: true }} />
}

/** What its page shows of it to nobody but those who review it. */
const INNER = [
  'actions',
  'change',
  'changeStatus',
  'history',
  'relations',
  'editable',
  'versioned',
  'barred',
  'submissionRefusals',
]

function ReviewPreview({ preview, item }: { readonly preview: Preview; readonly item: Item }) {
  const isStored = useMemo(() => {
    const kept = Object.fromEntries(Object.entries(item).filter(([name]) => !INNER.includes(name)))
    const isAnonymous = preview.anonymous !== undefined && item[preview.anonymous] === true
    return storeFormPreview({ ...kept, status: null, ...(isAnonymous ? { ownerName: ANONYMOUS_NAME } : {}) })
  }, [preview, item])
  if (!isStored) return <Empty text="内容过大，浏览器无法预览" />
  return <PreviewFrame source={formPreviewSource(preview.address)} />
}
