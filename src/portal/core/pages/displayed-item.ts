// Owns the name, description and address of what the page on the screen shows, where it is an item rather than the page itself.
import { useEffect } from 'react'
import { createStore } from '#portal/core/state/store.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'

export interface DisplayedItem {
  readonly title: string
  /** Where the page itself is not seen it may say more. */
  readonly name?: string
  /** What it says in a few words, as plain text. */
  readonly description: string
  /** Address of its picture. */
  readonly image?: string
  /** Where those who run no script read it. */
  readonly address?: string
}

const store = createStore<DisplayedItem | null>(null)

export const useDisplayedItem = (): DisplayedItem | null => store.use()

const WAITING = '正在加载…'

/** What tab and crumb call the page: what it shows; while a detail has not told yet, not what every detail is called. */
export function useDisplayedTitle({ kind, title }: Pick<ManifestPage, 'kind' | 'title'>): string {
  return store.use()?.title ?? (kind === 'detail' ? WAITING : title)
}

/** Told while the component stands on the page; null while nothing is known yet. */
export function useSetDisplayedItem(item: DisplayedItem | null): void {
  const { title, name, description = '', image, address } = item ?? {}
  useEffect(() => {
    if (title === undefined) return
    const displayed = {
      title,
      description,
      ...(name ? { name } : {}),
      ...(image ? { image } : {}),
      ...(address ? { address } : {}),
    }
    store.set(displayed)
    return () => {
      // The next page may have told its own already.
      if (store.get() === displayed) store.set(null)
    }
  }, [title, name, description, image, address])
}
