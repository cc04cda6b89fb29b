// Loads the component that draws each kind of page; each is a chunk of its own.
import { type ReactNode, useEffect, useState } from 'react'
import type { Page, PageKind } from '#shared/model/page-model.ts'
import { importView } from './page-views.ts'

type View = (props: { readonly page: Page }) => ReactNode

const views = new Map<PageKind, View>()

/** Rejects when the code cannot be had; the next call tries again. */
export async function loadKind(kind: PageKind): Promise<void> {
  if (views.has(kind)) return
  // Of a kind without a view there is no module, which fails too.
  const exported = Object.entries((await importView(kind)) as Readonly<Record<string, View>>)
  for (const [name, view] of exported) if (name.endsWith('PageView')) views.set(kind, view)
}

/** Ahead of a visit; a failure shows when the page is opened. */
export function preloadKind(kind: PageKind): void {
  loadKind(kind).catch(() => undefined)
}

export interface KindState {
  /** Null until its code is here. */
  readonly View: View | null
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
  const View = views.get(kind) ?? null
  return { View, failed: failed && View === null }
}
