// Draws the article of a preview with the cells that will draw it for its readers.

import { ArticleBody, Facts, Meta } from '#portal/features/detail/detail-article.tsx'
import { Badge } from '#portal/ui/badge.tsx'
import { toText } from '#portal/ui/format/to-text.ts'
import { hasValue, readersOf } from '#portal/widgets/items/field-value.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Column } from '#shared/model/page-model.ts'
import type { Preview } from '#shared/model/pages/form.ts'

interface Props {
  readonly preview: Preview
  readonly item: Item
}

type PreviewColumns = Pick<Preview, 'meta' | 'facts' | 'body'>

/** Columns and values as everybody will have them: in the place of what only some see stands who they are. */
function toPublic(
  { meta, facts, body }: PreviewColumns,
  item: Item,
): PreviewColumns & { readonly item: Item } {
  const kept = [...meta, ...facts, ...body].filter(
    (column) => readersOf(column.field) && hasValue(item, column),
  )
  const readerTexts = Object.fromEntries(kept.map((column) => [column.field.name, readersOf(column.field)]))
  const toTextColumns = (columns: readonly Column[]) =>
    columns.map((column) => (readersOf(column.field) ? { ...column, cell: 'text', options: {} } : column))
  return {
    meta: toTextColumns(meta),
    facts: toTextColumns(facts),
    body: toTextColumns(body),
    item: { ...item, ...readerTexts },
  }
}

export function PreviewArticle({ preview, item: written }: Props) {
  const { meta, facts, body, item } = toPublic(preview, written)
  return (
    <article className="eq-article eq-preview">
      <header className="eq-article-head">
        {preview.badge ? <Badge>{preview.badge}</Badge> : null}
        <h3>{toText(item[preview.heading]) || '（还没有标题）'}</h3>
        <Meta columns={meta} item={item} />
      </header>
      <Facts columns={facts} item={item} />
      <ArticleBody columns={body} item={item} />
    </article>
  )
}
