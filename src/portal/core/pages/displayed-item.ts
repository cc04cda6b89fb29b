// Owns the name, description and address of what the page on the screen shows, where it is an item rather than the page itself.
import { useEffect } from 'react'
import { createStore } from '#portal/core/state/store.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'

export interface ShownItem {
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

const shown = createStore<ShownItem | null>(null)

export const useShownItem = (): ShownItem | null => shown.use()

const WAITING = '正在加载…'

/** What tab and crumb call the page: what it shows; while a detail has not told yet, not what every detail is called. */
export function useShownTitle({ kind, title }: Pick<ManifestPage, 'kind' | 'title'>): string {
  return shown.use()?.title ?? (kind === 'detail' ? WAITING : title)
}

/** Told while the component stands on the page; null while nothing is known yet. */
export function useTellShown(item: ShownItem | null): void {
  const { title, name, description = '', image, address } = item ?? {}
  useEffect(() => {
    if (title === undefined) return
    const told = {
      title,
      description,
      ...(name ? { name } : {}),
      ...(image ? { image } : {}),
      ...(address ? { address } : {}),
    }
    shown.set(told)
    return () => {
      // The next page may have told its own already.
      if (shown.get() === told) shown.set(null)
    }
  }, [title, name, description, image, address])
}
