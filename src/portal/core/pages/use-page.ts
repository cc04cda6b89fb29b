// Loads page bodies by content-hashed address, once each, and swaps them in place after a reload.
import useSWR from 'swr'
import { getJson } from '#portal/core/api/client.ts'
import { FIXED, readOnce } from '#portal/core/api/shared-read.ts'
import { currentManifest, pageById, reloadManifest } from '#portal/core/configuration/manifest.ts'
import { matchPage } from '#shared/addresses/match-page.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Page } from '#shared/model/page-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { viewOfKind } from './page-kinds.ts'
import { loadUiAdapter } from './ui-adapter.ts'
import { requestValidator } from './validators.ts'

async function fetchBody(url: string): Promise<Page> {
  // A body that is gone is of an earlier configuration: in the current manifest the page has another address.
  const page = await getJson<Page>(url).catch(async (error: unknown) => {
    await reloadManifest().catch(() => undefined)
    throw error
  })
  void loadUiAdapter(page)
  if (page.kind === 'form') requestValidator((page satisfies FormPage).form)
  return page
}

export const loadPage = (url: string): Promise<Page> => readOnce(url, fetchBody)

const load = ({ kind, url }: ManifestPage) =>
  Promise.allSettled([viewOfKind(kind).load(), loadPage(url).then(loadUiAdapter)])

/** Resolves when the page of `path` can be drawn, or cannot be had. */
export async function loadPath(path: string): Promise<void> {
  const entry = matchPage(currentManifest().pages, path)?.page
  if (entry) await load(entry)
}

/** Code and body of a page, ahead of the visit; a failure shows when the page is opened. */
export function prefetchPage(id: string): void {
  const entry = pageById(id)
  if (entry) void load(entry)
}

export const prefetchPath = (path: string): void => void loadPath(path)

export interface PageState {
  readonly page: Page | null
  readonly failed: boolean
  retry(): void
}

const OPTIONS = { ...FIXED, keepPreviousData: true } as const

/**
 * The body of `entry`. While a newer body of the same page loads, the one before stays,
 * so that nothing on the screen is remounted.
 */
export function usePage({ id, url }: ManifestPage): PageState {
  const { data, error, mutate } = useSWR(url, fetchBody, OPTIONS)
  const page = data?.id === id ? data : null
  return { page, failed: error !== undefined && !page, retry: () => void mutate() }
}
