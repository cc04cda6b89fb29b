// Draws how many items a list has: read again when the server says that something changed.
import { useEffect, useMemo } from 'react'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { currentManifest } from '#portal/core/configuration/manifest.ts'
import { usePage } from '#portal/core/pages/use-page.ts'
import { mayHaveMissedEvents, onLiveEvent } from '#portal/core/session/live-events.ts'
import { useUnreadCount } from '#portal/core/session/unread-count.ts'
import { readListState } from '#portal/features/list/list-state.ts'
import { usePageScope } from '#portal/features/page/use-page-scope.ts'
import { toFigure } from '#portal/ui/format/format-number.ts'
import { totalOf } from '#portal/widgets/items/read-list.ts'
import { matchPage } from '#shared/addresses/match-page.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { ListPage } from '#shared/model/pages/list.ts'

interface Props {
  /** Address of the list page. */
  readonly path: string
  /** Its state in the address. */
  readonly query: string
}

export function ListCount({ path, query }: Props) {
  const entry = matchPage(currentManifest().pages, path)?.page
  return entry?.kind === 'list' ? <CountOf entry={entry} query={query} /> : null
}

function CountOf({ entry, query }: { readonly entry: ManifestPage; readonly query: string }) {
  const { page } = usePage(entry)
  return page?.kind === 'list' ? <Count page={page} query={query} /> : null
}

/** Milliseconds: changes that come together are followed by one look. */
const DEBOUNCE_MS = 500

function Count({ page, query }: { readonly page: ListPage; readonly query: string }) {
  const { scope } = usePageScope(page)
  const source = useMemo(() => {
    const state = readListState(page, Object.fromEntries(new URLSearchParams(query)))
    const { page: _page, sort: _sort, ...params } = state.params
    return toReadSource(page.source, { ...scope, query: {}, params: {} }, { ...params, limit: 1 })
  }, [page, query, scope])
  const { data, retry } = useRead<unknown>(source)
  const unread = useUnreadCount()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a notice may be of something new that waits
  useEffect(() => retry(), [unread])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLiveEvent((event) => {
      if (event.type !== 'content' && !mayHaveMissedEvents(event)) return
      timer ??= setTimeout(() => {
        timer = undefined
        retry()
      }, DEBOUNCE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [retry])
  const total = totalOf(data)
  return total > 0 ? (
    <span className="eq-menu-count">
      {toFigure(total)}
      <span className="eq-sr-only"> 条</span>
    </span>
  ) : null
}
