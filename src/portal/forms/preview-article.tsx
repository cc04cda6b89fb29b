// Owns the article of a preview: drawn by the cells that will draw it for its readers.
import type { Preview } from '../../shared/page-model.ts'
import { Body, Facts, Meta } from '../pages/detail-article.tsx'
import { Badge } from '../ui/badge.tsx'
import { toText } from '../ui/to-text.ts'
import type { Item } from '../widgets/widget-props.ts'

interface Props {
  readonly preview: Preview
  readonly item: Item
}

export function PreviewArticle({ preview, item }: Props) {
  return (
    <article className="eq-article eq-preview">
      <header className="eq-article-head">
        {preview.badge ? <Badge>{preview.badge}</Badge> : null}
        <h3>{toText(item[preview.heading]) || '（还没有标题）'}</h3>
        <Meta columns={preview.meta} item={item} />
      </header>
      <Facts columns={preview.facts} item={item} />
      <Body columns={preview.body} item={item} />
    </article>
  )
}
