// Provides the pages of the console with their UI adapter, in place of the site's own controls.
import { type ReactNode, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type UiAdapter, UiAdapterContext } from '#portal/core/pages/ui-adapter.ts'
import { usePreferences } from '#portal/core/state/preferences.ts'
import { FailedList, NoResults } from '#portal/features/list/list-results.tsx'
import { ListTable } from '#portal/features/list/list-table.tsx'
import type { ConsoleListProps, ListBarProps } from '#portal/features/list/list-view-props.ts'
import { ListBar } from '#portal/features/list/result-bar.tsx'
import { Button } from '#portal/ui/button.tsx'
import type { DialogProps } from '#portal/ui/dialog-props.ts'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import { Layout } from '#portal/widgets/layout-registry.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Page } from '#shared/model/page-model.ts'
import { ConsoleBar } from './console-bar.tsx'
import {
  LIFECYCLE_PROGRESS,
  MESSAGES,
  MODAL,
  MONTH_TABLE,
  ORDER_LIST,
  PartSlot,
  PREVIEW_DRAWER,
  TABLE,
} from './console-parts.tsx'
import { setConsoleCalls, useLaidOut } from './console-views.ts'
import { type Intent, KeyHelp, useListKeys } from './list-keys.tsx'
import type { PreviewedItem } from './preview-drawer.tsx'
import { DensityChoice } from './row-density.tsx'
import { ViewTools } from './view-tools.tsx'
import './console.css'

const query = matchMedia('(max-width: 640px)')

const isNarrow = (): boolean => query.matches

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Detects screens that are too narrow for a table with fixed columns: phones, which get cards. */
const useNarrow = (): boolean => useSyncExternalStore(subscribe, isNarrow)

/** No messages pop up in 关怀模式, where the site's own messages are part of the page. */
function ConsoleFrame({ children }: { readonly children: ReactNode }) {
  const { care } = usePreferences()
  return (
    <>
      {care ? null : <PartSlot part={MESSAGES} given={{}} />}
      {children}
    </>
  )
}

/** Draws the list of a console page in all its states, and the preview of an item over the list. */
function ConsoleList(props: ConsoleListProps) {
  const { read, scope, isFiltered, onClear } = props
  const { page, widths } = useLaidOut(props.page)
  const isCards = useNarrow()
  const [preview, setPreview] = useState<PreviewedItem | null>(null)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const items = useMemo(() => listOf(read.data), [read.data])
  const openPreview = useCallback(
    (item: Item, intent?: Intent) => {
      if (!page.open) return
      setPreview({ item, index: items.findIndex(({ id }) => id === item.id), intent })
      setPreviewOpen(true)
    },
    [items, page.open],
  )
  useListKeys({
    items,
    previewed: isPreviewOpen ? (preview?.item ?? null) : null,
    onPreview: openPreview,
  })
  if (read.error && read.data === undefined)
    return <FailedList error={read.error} retry={read.retry} isFiltered={isFiltered} onClear={onClear} />
  if (read.data === undefined) return <Skeleton lines={10} />
  const heading = page.columns[0]?.field.name ?? 'title'
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
  const view = {
    page,
    items,
    scope,
    onChanged: read.retry,
    listed: props.listed,
    ...(page.open ? { opener } : {}),
  }
  return (
    <div className="eq-results">
      {read.error ? <Failed error={read.error} retry={read.retry} /> : null}
      {page.view === 'calendar' && !isCards ? (
        <PartSlot part={MONTH_TABLE} given={view} />
      ) : (isCards || page.order) && items.length === 0 ? (
        nothing
      ) : page.view === 'calendar' ? (
        <Layout
          look="calendar"
          title={page.title}
          items={items}
          heading={heading}
          columns={page.columns.slice(1)}
          open={page.open}
          scope={scope}
          picture={page.picture}
          level="h2"
        />
      ) : page.order ? (
        <PartSlot part={ORDER_LIST} given={view} />
      ) : isCards ? (
        <ListTable {...view} />
      ) : (
        <PartSlot
          part={TABLE}
          given={{
            ...view,
            isStale: read.stale,
            widths,
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
            actions: page.rowActions,
            isInbox: page.live?.includes('*') === true,
            onChanged: read.retry,
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

/** On a phone as on the site. */
function BarOfWidth(props: ListBarProps) {
  return useNarrow() ? (
    <ListBar {...props} />
  ) : (
    <ConsoleBar {...props}>
      {props.view === 'table' ? (
        <>
          <ViewTools page={props.page} />
          <DensityChoice />
          <KeyHelp />
        </>
      ) : null}
    </ConsoleBar>
  )
}

/** Milliseconds: what is needed only after a click is fetched when the page is on the screen. */
const AFTER_DRAWING = 800

/** Loads nothing for a dialog that has never been opened. */
function ConsoleDialog(props: DialogProps) {
  const wasOpen = useRef(false)
  if (props.open) wasOpen.current = true
  return wasOpen.current ? <PartSlot part={MODAL} given={props} /> : null
}

async function prepare(page: Page): Promise<void> {
  setConsoleCalls(page.calls ?? {})
  setTimeout(() => {
    for (const part of [MODAL, MESSAGES, ...(page.kind === 'list' ? [PREVIEW_DRAWER] : [])]) void part.come()
  }, AFTER_DRAWING)
  if (page.kind === 'list' && page.order) await ORDER_LIST.come()
  else if (page.kind === 'list' && page.view === 'table' && !isNarrow()) await TABLE.come()
  if (page.kind === 'detail' && page.aside.length > 0) await LIFECYCLE_PROGRESS.come()
}

export const CONSOLE_ADAPTER: UiAdapter = {
  Frame: ({ children }) => (
    <UiAdapterContext value={CONSOLE_ADAPTER}>
      <ConsoleFrame>{children}</ConsoleFrame>
    </UiAdapterContext>
  ),
  Dialog: ConsoleDialog,
  List: ConsoleList,
  ListBar: BarOfWidth,
  Steps: (props) => <PartSlot part={LIFECYCLE_PROGRESS} given={props} />,
  prepare,
}
