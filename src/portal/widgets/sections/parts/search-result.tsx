// Draws one search result: its kind, title and excerpt with the search terms marked.
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { toDate } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { HighlightedText } from '#portal/ui/highlighted-text.tsx'
import { Tag } from '#portal/ui/tag.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'

interface Props {
  readonly item: Item
  readonly terms: readonly string[]
}

export const SearchResult = memo(function SearchResult({ item, terms }: Props) {
  const title = <HighlightedText text={headingOf(item)} terms={terms} />
  const address = toText(item.address)
  const kind = toText(item.typeTitle)
  const snippet = toText(item.snippet)
  const day = toDate(item.publishedAt)
  return (
    <li className="eq-list-row">
      <div className="eq-list-head">
        {kind ? <Tag color="blue">{kind}</Tag> : null}
        <h2>
          {/^\/\w/.test(address) ? (
            <Link to={address} className="eq-cover-link">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {day ? <time className="eq-row-date">{day}</time> : null}
      </div>
      {snippet ? (
        <p className="eq-clamp-2 eq-muted">
          <HighlightedText text={snippet} terms={terms} />
        </p>
      ) : null}
    </li>
  )
})
