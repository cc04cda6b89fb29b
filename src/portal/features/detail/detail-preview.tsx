// Draws a detail page with what is not public yet: the item of a preview link, or the answers of a form.
import { type ReactNode, useEffect, useMemo } from 'react'
import { useRead } from '#portal/core/api/use-read.ts'
import { useSetDisplayedItem } from '#portal/core/pages/displayed-item.ts'
import { readFormPreview } from '#portal/core/pages/form-preview.ts'
import { PageTitleBar } from '#portal/features/page/page-head.tsx'
import { toItemScope } from '#portal/features/page/use-page-scope.ts'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { hasValue, readersOf } from '#portal/widgets/items/field-value.ts'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { PREVIEW_OF_FORM, previewAddress } from '#shared/calls/preview-calls.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Column } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { DetailArticle } from './detail-article.tsx'

interface Props {
  readonly page: DetailPage
  readonly scope: Scope
  /** From the address: the token of a link, or that it is a form's. */
  readonly preview: string
}

export function DetailPreview({ preview, ...props }: Props) {
  useNoIndex()
  return preview === PREVIEW_OF_FORM ? (
    <PreviewOfForm {...props} />
  ) : (
    <PreviewByLink {...props} token={preview} />
  )
}

function useNoIndex(): void {
  useEffect(() => {
    const robots = document.createElement('meta')
    robots.name = 'robots'
    robots.content = 'noindex'
    document.head.append(robots)
    return () => robots.remove()
  }, [])
}

interface PartProps {
  readonly page: DetailPage
  readonly scope: Scope
}

function PreviewByLink({ page, scope, token }: PartProps & { readonly token: string }) {
  const read = useRead<Item>({ path: previewAddress('read'), params: { token } })
  const { data, error, retry } = read
  if (error?.status === 404) return <Frame page={page}>{<Empty text={error.message} />}</Frame>
  if (error && !data) return <Frame page={page}>{<Failed error={error} retry={retry} />}</Frame>
  if (!data) return <Frame page={page}>{<Skeleton lines={10} />}</Frame>
  return (
    <Frame
      page={page}
      item={data}
      note={`预览：内容尚未公开，请勿外传。链接有效至 ${toDateTime(data.previewUntil)}。`}
    >
      <Article page={page} scope={scope} item={data} />
    </Frame>
  )
}

function PreviewOfForm({ page, scope }: PartProps) {
  const item = useMemo(() => readFormPreview() as Item | null, [])
  const shown = useMemo(() => item && toPublic(page, item), [page, item])
  if (!shown) return <Frame page={page}>{<Empty text="没有可以预览的内容，请从表单重新打开预览" />}</Frame>
  return (
    <Frame page={page} item={shown.item}>
      <Article page={shown.page} scope={scope} item={shown.item} />
    </Frame>
  )
}

interface FrameProps {
  readonly page: DetailPage
  readonly item?: Item
  readonly note?: string
  readonly children: ReactNode
}

function Frame({ page, item, note, children }: FrameProps) {
  const title = item ? headingOf(item, { heading: page.heading }) : page.title
  useSetDisplayedItem(useMemo(() => ({ title, description: '' }), [title]))
  return (
    <div className="eq-page eq-detail-page">
      <PageTitleBar page={page} isHeading={item === undefined} />
      {note ? (
        <p className="eq-notice" role="status">
          {note}
        </p>
      ) : null}
      <div className="eq-stack">{children}</div>
    </div>
  )
}

const nothingChanges = (): void => undefined

/** What readers do with an item, and what stands beside it, comes with its publication. */
function Article({ page, scope, item }: PartProps & { readonly item: Item }) {
  const bare = useMemo<DetailPage>(() => {
    const { neighbours: _neighbours, calendar: _calendar, viewed: _viewed, ...kept } = page
    return { ...kept, actions: [], sections: [], aside: [] }
  }, [page])
  const inner = useMemo(() => toItemScope(scope, item), [scope, item])
  return <DetailArticle page={bare} item={item} scope={inner} onChanged={nothingChanges} />
}

/** Columns and values as everybody will have them: in the place of what only some see stands who they are. */
function toPublic(page: DetailPage, item: Item): { readonly page: DetailPage; readonly item: Item } {
  const kept = [...page.meta, ...page.lead, ...page.facts, ...page.body].filter(
    (column) => readersOf(column.field) && hasValue(item, column),
  )
  const readerTexts = Object.fromEntries(kept.map(({ field }) => [field.name, readersOf(field)]))
  const toText = (columns: readonly Column[]) =>
    columns.map((column) => (readersOf(column.field) ? { ...column, cell: 'text', options: {} } : column))
  return {
    page: {
      ...page,
      meta: toText(page.meta),
      lead: toText(page.lead),
      facts: toText(page.facts),
      body: toText(page.body),
    },
    item: { ...item, ...readerTexts },
  }
}
