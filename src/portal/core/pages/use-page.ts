// Loads page bodies by content-hashed address, caches them, and swaps them in place after a reload.
import { useEffect, useState } from 'react'
import { getJson } from '#portal/core/api/client.ts'
import { currentManifest, pageById } from '#portal/core/configuration/manifest.ts'
import { matchPage } from '#shared/addresses/match-page.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Page } from '#shared/model/page-model.ts'
import { loadKind, preloadKind } from './page-kinds.ts'
import { loadUiAdapter } from './ui-adapter.ts'

const loaded = new Map<string, Page>()
const loading = new Map<string, Promise<Page>>()

export function loadPage(url: string): Promise<Page> {
  const known = loading.get(url)
  if (known) return known
  const promise = getJson<Page>(url).then((page) => {
    loaded.set(url, page)
    void loadUiAdapter(page)
    return page
  })
  loading.set(url, promise)
  promise.catch(() => loading.delete(url))
  return promise
}

function prefetch(entry: ManifestPage | undefined): void {
  if (!entry) return
  preloadKind(entry.kind)
  loadPage(entry.url).catch(() => undefined)
}

/** Resolves when the page of `path` can be drawn, or cannot be had. */
export async function loadPath(path: string): Promise<void> {
  const entry = matchPage(currentManifest().pages, path)?.page
  if (entry) await Promise.allSettled([loadKind(entry.kind), loadPage(entry.url).then(loadUiAdapter)])
}

/** Code and body of a page, ahead of the visit. */
export const prefetchPage = (id: string): void => prefetch(pageById(id))

export const prefetchPath = (path: string): void => prefetch(matchPage(currentManifest().pages, path)?.page)

export interface PageState {
  readonly page: Page | null
  readonly failed: boolean
  /** Counts the visitor's requests to try again. */
  readonly attempt: number
  retry(): void
}

/**
 * The body of `entry`. While a newer body of the same page loads, the one before stays,
 * so that nothing on the screen is remounted.
 */
export function usePage(entry: ManifestPage): PageState {
  const [page, setPage] = useState<Page | null>(() => loaded.get(entry.url) ?? null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let current = true
    setFailed(false)
    loadPage(entry.url).then(
      (next) => current && setPage(next),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [entry.url, attempt])
  const shown = page?.id === entry.id ? page : (loaded.get(entry.url) ?? null)
  return { page: shown, failed: failed && !shown, attempt, retry: () => setAttempt((before) => before + 1) }
}
