// Owns which component draws each kind of page; they come in chunks of their own.
import { type ReactNode, useEffect, useState } from 'react'
import type { Page, PageKind } from '../../shared/page-model.ts'

type View<P extends Page> = (props: { readonly page: P }) => ReactNode
type Loaders = { readonly [K in PageKind]: () => Promise<View<Extract<Page, { kind: K }>>> }

const loaders: Loaders = {
  list: () => import('./list-page.tsx').then(({ ListPageView }) => ListPageView),
  detail: () => import('./detail-page.tsx').then(({ DetailPageView }) => DetailPageView),
  compare: () => import('./compare-page.tsx').then(({ ComparePageView }) => ComparePageView),
  form: () => import('../forms/form-page.tsx').then(({ FormPageView }) => FormPageView),
  zone: () => import('./zone-page.tsx').then(({ ZonePageView }) => ZonePageView),
}

const views = new Map<PageKind, View<never>>()

/** Rejects when the code cannot be had; the next call tries again. */
export async function loadKind(kind: PageKind): Promise<void> {
  if (!views.has(kind)) views.set(kind, await loaders[kind]())
}

/** Ahead of a visit; a failure shows when the page is opened. */
export function preloadKind(kind: PageKind): void {
  loadKind(kind).catch(() => undefined)
}

export interface KindState {
  /** Null until its code is here. */
  readonly View: View<Page> | null
  readonly failed: boolean
}

/**
 * The view of a kind of page. What is here already is drawn at once: `React.lazy` would show its fallback first,
 * and React keeps a fallback on the screen for 300 ms.
 */
export function useKind(kind: PageKind, attempt: number): KindState {
  const [, setLoaded] = useState<PageKind | null>(null)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    let current = true
    setFailed(false)
    loadKind(kind).then(
      () => current && setLoaded(kind),
      () => current && setFailed(true),
    )
    return () => {
      current = false
    }
  }, [kind, attempt])
  // Each view is registered under the kind of page that it draws.
  const View = (views.get(kind) ?? null) as View<Page> | null
  return { View, failed: failed && View === null }
}
