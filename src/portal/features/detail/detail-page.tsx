// Draws the page of one item.
import { type ComponentProps, lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { ApiError } from '#portal/core/api/api-error.ts'
import { get } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useLiveRead } from '#portal/core/api/use-live-read.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import { type DisplayedItem, useSetDisplayedItem } from '#portal/core/pages/displayed-item.ts'
import { DeletedItem, mayStill, NoItem } from '#portal/features/page/deleted-item.tsx'
import { LateSections } from '#portal/features/page/late-sections.tsx'
import { PageTitleBar } from '#portal/features/page/page-head.tsx'
import { isIncompleteAddress, toItemScope, usePageScope } from '#portal/features/page/use-page-scope.ts'
import { Button } from '#portal/ui/button.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { toDate } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { picturesOf } from '#portal/widgets/items/item-picture.ts'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { PREVIEW_PARAMETER } from '#shared/calls/preview-calls.ts'
import {
  type DescribedField,
  fillDescription,
  shareAddress,
  sharePicture,
} from '#shared/content/page-description.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { Action, Column, Section } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { toPlainText } from '#shared/rich-text/plain-text.ts'
import { DetailArticle } from './detail-article.tsx'

/** Few read what is not public yet. */
const DetailPreview = lazy(async () => ({
  default: (await import('./detail-preview.tsx')).DetailPreview,
}))
const DetailReview = lazy(async () => ({
  default: (await import('./on-demand/detail-review.tsx')).DetailReview,
}))

/** True if the item, or its change, waits for a decision that this page is for. */
const isWaiting = ({ review }: DetailPage, { status, changeStatus }: Item): boolean =>
  review !== undefined && [status, changeStatus].some((one) => review.states.includes(String(one)))

const TEXTS = new Set(['long-text', 'rich-text', 'text'])
/** Longer texts are cut: only their beginning is read. */
const MAX_TEXT_LENGTH = 2_000

/**
 * Computes the metadata of the displayed item for use outside the page: tabs, shared links, search engines.
 */
function toItemMetadata(
  page: Pick<DetailPage, 'share' | 'body' | 'picture'>,
  item: Item,
  title: string,
): DisplayedItem {
  const { share, picture } = page
  if (!share) return { title, description: summaryOf(item, page.body) }
  const fieldText = (name: string): string => {
    const field = share.fields.find((one) => one.name === name)
    return field ? formatField(field, item) : toText(item[name])
  }
  // An item with an address of its own also has a picture for sharing.
  const image =
    share.type && item.id ? sharePicture(share.type, toText(item.id)) : imageOf(share.image, item, picture)
  return {
    title,
    name: fillDescription(share.title, fieldText),
    description: fillDescription(share.description, fieldText) || summaryOf(item, page.body),
    ...(image ? { image } : {}),
    ...(share.type && item.id ? { address: shareAddress(share.type, toText(item.id)) } : {}),
  }
}

/** Names of regions are no reason to read them all. */
function formatField({ name, type, dict, unit }: DescribedField, item: Item): string {
  const value = item[`${name}Title`] ?? item[name]
  if (value === null || value === undefined || value === '' || type === 'region') return ''
  if (type === 'rich-text') return toPlainText(cutLetters(toText(value), MAX_TEXT_LENGTH))
  if (type === 'date' || type === 'date-time') return toDate(value)
  const words = [value].flat().map((one) => (dict ? dictionaryLabel(dict, toText(one)) : toText(one)))
  const text = words.filter((one) => one !== '').join('、')
  return text && unit ? `${text} ${unit}` : text
}

function imageOf(image: string | undefined, item: Item, picture: DetailPage['picture']): string | undefined {
  if (image?.startsWith('/')) return image
  const field = /^\{item\.(\w+)\}$/.exec(image ?? '')?.[1]
  const own = field === undefined ? item : { ...item, cover: [item[field]].flat()[0] }
  return picturesOf(own, picture)[0]?.url
}

/** The first of its texts, without its formatting; empty where it has none. */
function summaryOf(item: Item, body: readonly Column[]): string {
  for (const { field } of body) {
    const value = item[field.name]
    if (!TEXTS.has(field.type) || typeof value !== 'string' || value === '') continue
    const words = toPlainText(cutLetters(value, MAX_TEXT_LENGTH)).replace(/\s+/g, ' ').trim()
    if (words) return words
  }
  return ''
}

export function DetailPageView({ page }: { readonly page: DetailPage }) {
  const { scope } = usePageScope(page)
  useLiveRead(page.live)
  const { [PREVIEW_PARAMETER]: preview } = scope.query as Readonly<Record<string, string | undefined>>
  if (preview)
    return (
      <Suspense fallback={<Skeleton lines={10} />}>
        <DetailPreview page={page} scope={scope} preview={preview} />
      </Suspense>
    )
  const source = isIncompleteAddress(page, scope) ? null : toReadSource(page.source, scope)
  // A new item is a new article: nothing of the one before may stay on the screen.
  return <Detail key={source?.path} page={page} scope={scope} source={source} />
}

/** Returns true if the section has content even if the item of the page does not exist. */
function standsAlone({ source }: Section): boolean {
  return !/\{(query|params|item)\./.test(JSON.stringify(source?.params ?? {}))
}

const LOST = '内容已变更，您目前无权查看：可能已下线、已删除，或已转由他人办理'

const MISSING = '内容不存在，可能已被删除或下线'

/** As the server says it of what the reader could have had, and somebody else has taken. */
const TAKEN = 40403

const MISSING_ID = '网址不完整，缺少内容编号，请从列表中打开'

const describeReadError = (error: ApiError | undefined, data: unknown): string =>
  error?.code === TAKEN ? error.message : data ? LOST : MISSING

interface Deletion {
  readonly done: Action
  readonly title: string
}

type ItemViewProps = ComponentProps<typeof DetailArticle>

function ItemView(props: ItemViewProps) {
  if (!isWaiting(props.page, props.item)) return <DetailArticle {...props} />
  return (
    <Suspense fallback={<Skeleton lines={10} />}>
      <DetailReview {...props} />
    </Suspense>
  )
}

/** The change stands in the panes, if the item is shown in any. */
function belowItem(page: DetailPage, scope: Scope): Scope {
  const item = scope.item as Item
  return isWaiting(page, item) ? { ...scope, item: { ...item, change: undefined } } : scope
}

interface DetailProps {
  readonly page: DetailPage
  readonly scope: Scope
  /** Null where the address does not say whose. */
  readonly source: ReturnType<typeof toReadSource>
}

function Detail({ page, scope, source }: DetailProps) {
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  const read = useRead<Item | null>(deletion ? null : source)
  /** True also if the item was visible before it was withdrawn: its last content must not stay on the screen. */
  const isMissing = read.error?.status === 404
  const item = isMissing ? undefined : (read.data ?? undefined)
  /** True if the page shows the viewer's own record, and it does not exist yet. */
  const isNone = read.data === null
  const inner = useMemo(() => toItemScope(scope, item), [scope, item])
  const isShown = item !== undefined
  const title = headingOf(item ?? {}, { heading: page.heading })
  const metadata = useMemo(() => (item ? toItemMetadata(page, item, title) : null), [item, page, title])
  const isOver = isNone || source === null || read.error !== undefined
  const aside = isNone || isMissing ? page.aside.filter(standsAlone) : page.aside
  useSetDisplayedItem(metadata ?? (isOver ? { title: page.title, description: '' } : null))
  const change = useCallback(
    (done?: Action) => {
      // Its sections must not be read again: there is nothing left to read.
      if (done?.danger && !mayStill(done, scope)) setDeletion({ done, title })
      else read.retry()
    },
    [read.retry, scope, title],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted once for each item that was shown
  useEffect(() => {
    const call = isShown && page.viewed ? toReadSource(page.viewed, scope) : null
    if (call) get(call.path, call.params).catch(() => undefined)
  }, [isShown])
  if (deletion)
    return (
      <div className="eq-page eq-detail-page">
        <PageTitleBar page={page} />
        <DeletedItem page={page} {...deletion} />
      </div>
    )
  return (
    <div className="eq-page eq-detail-page">
      <PageTitleBar page={page} isHeading={item === undefined} />
      <div className={aside.length ? 'eq-columns' : undefined}>
        <div className="eq-stack">
          {item ? (
            <ItemView page={page} item={item} scope={inner} onChanged={change} />
          ) : isNone ? (
            <NoItem page={page} />
          ) : source === null || isMissing ? (
            <Empty text={source === null ? MISSING_ID : describeReadError(read.error, read.data)}>
              <Button onClick={() => history.back()}>返回上一页</Button>
            </Empty>
          ) : read.error ? (
            <Failed error={read.error} retry={read.retry} />
          ) : (
            <div className="eq-card eq-article eq-article-wait">
              <Skeleton lines={10} />
            </div>
          )}
          {item ? <LateSections sections={page.sections} scope={belowItem(page, inner)} page={page} /> : null}
        </div>
        {aside.length && source ? (
          <aside className="eq-aside">
            <LateSections sections={aside} scope={inner} page={page} />
          </aside>
        ) : null}
      </div>
    </div>
  )
}
