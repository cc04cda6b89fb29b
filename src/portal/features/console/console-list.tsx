// Draws the list of a console page in all its states, and the preview of an item over the list.
import { useState } from 'react'
import { FailedList, NoResults } from '#portal/features/list/list-results.tsx'
import { ListTable } from '#portal/features/list/list-table.tsx'
import type { ConsoleListProps } from '#portal/features/list/list-view-props.ts'
import { Button } from '#portal/ui/button.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { PREVIEW_DRAWER, TABLE } from './console-parts.tsx'
import { PartSlot } from './lazy-part.tsx'
import { useNarrow } from './narrow-screen.ts'
import type { PreviewedItem } from './preview-drawer.tsx'

export function ConsoleList(props: ConsoleListProps) {
  const { page, read, scope, isFiltered, onClear } = props
  const isCards = useNarrow()
  const [preview, setPreview] = useState<PreviewedItem | null>(null)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  if (read.error && read.data === undefined)
    return <FailedList error={read.error} retry={read.retry} isFiltered={isFiltered} onClear={onClear} />
  if (read.data === undefined) return <Skeleton lines={10} />
  const items = listOf(read.data)
  const heading = page.columns[0]?.field.name ?? 'title'
  const openPreview = (item: Item) => {
    setPreview({ item, index: items.findIndex(({ id }) => id === item.id) })
    setPreviewOpen(true)
  }
  const opener = (item: Item) => (
    <Button
      look="text"
      className="eq-look"
      data-look={String(item.id)}
      aria-haspopup="dialog"
      aria-label={`速览：${headingOf(item, { heading })}`}
      onClick={() => openPreview(item)}
    >
      速览
    </Button>
  )
  const nothing = <NoResults page={page} scope={scope} isFiltered={isFiltered} onClear={onClear} />
  const view = { page, items, scope, onChanged: read.retry, ...(page.open ? { opener } : {}) }
  return (
    <div className="eq-results">
      {read.error ? <Failed error={read.error} retry={read.retry} /> : null}
      {isCards && items.length === 0 ? (
        nothing
      ) : isCards ? (
        <ListTable {...view} />
      ) : (
        <PartSlot
          part={TABLE}
          given={{
            ...view,
            isStale: read.stale,
            sort: props.sort,
            onSort: props.onSort,
            empty: nothing,
          }}
        />
      )}
      {page.open && preview ? (
        <PartSlot
          part={PREVIEW_DRAWER}
          given={{
            link: page.open,
            heading,
            scope,
            items,
            preview,
            isOpen: isPreviewOpen,
            onPreview: openPreview,
            onClose: () => setPreviewOpen(false),
          }}
        />
      ) : null}
    </div>
  )
}
