// Stores name, description and address of the item that the page on the screen shows, if it shows one.
import { useEffect } from 'react'
import { createStore } from '#portal/core/state/store.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'

export interface DisplayedItem {
  readonly title: string
  /** A longer name for use outside the page. */
  readonly name?: string
  /** A short description, as plain text. */
  readonly description: string
  /** Address of its picture. */
  readonly image?: string
  /** The address at which the item can be read without scripts. */
  readonly address?: string
}

const store = createStore<DisplayedItem | null>(null)

export const useDisplayedItem = (): DisplayedItem | null => store.use()

const WAITING = '正在加载…'

/**
 * Returns the name of the page for tab and breadcrumb: the title of the item; on a detail page that has not loaded
 * yet, a placeholder instead of the title that all details share.
 */
export function useDisplayedTitle({ kind, title }: Pick<ManifestPage, 'kind' | 'title'>): string {
  return store.use()?.title ?? (kind === 'detail' ? WAITING : title)
}

/** Sets the displayed item while the component is mounted; null while it is not loaded yet. */
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
      // The next page may have set its own item already.
      if (store.get() === displayed) store.set(null)
    }
  }, [title, name, description, image, address])
}
