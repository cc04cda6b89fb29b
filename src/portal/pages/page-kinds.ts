// Owns which component draws each kind of page, every kind in a chunk of its own.
import { lazy } from 'react'
import type { PageKind } from '../../shared/model.ts'

const loaders = {
  list: () => import('./list-page.tsx').then(({ ListPageView }) => ({ default: ListPageView })),
  detail: () => import('./detail-page.tsx').then(({ DetailPageView }) => ({ default: DetailPageView })),
  compare: () => import('./compare-page.tsx').then(({ ComparePageView }) => ({ default: ComparePageView })),
  form: () => import('../forms/form-page.tsx').then(({ FormPageView }) => ({ default: FormPageView })),
  zone: () => import('./zone-page.tsx').then(({ ZonePageView }) => ({ default: ZonePageView })),
}

export const pageKinds = {
  list: lazy(loaders.list),
  detail: lazy(loaders.detail),
  compare: lazy(loaders.compare),
  form: lazy(loaders.form),
  zone: lazy(loaders.zone),
} as const

/** Ahead of a visit; a failure shows when the page is opened. */
export function preloadKind(kind: PageKind): void {
  loaders[kind]().catch(() => undefined)
}
