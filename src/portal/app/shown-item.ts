// Owns the name of what the page on the screen shows, where it is an item rather than the page itself.
import { useEffect } from 'react'
import type { ManifestPage } from '../../shared/manifest.ts'
import { createStore } from '../state/store.ts'

export interface ShownItem {
  readonly title: string
  /** What it says in a few words, as plain text. */
  readonly description: string
}

const shown = createStore<ShownItem | null>(null)

export const useShownItem = (): ShownItem | null => shown.use()

const WAITING = '正在加载…'

/** What tab and crumb call the page: what it shows; while a detail has not told yet, not what every detail is called. */
export function useShownTitle({ kind, title }: Pick<ManifestPage, 'kind' | 'title'>): string {
  return shown.use()?.title ?? (kind === 'detail' ? WAITING : title)
}

/** Told while the component stands on the page; null while nothing is known yet. */
export function useTellShown(title: string | null, description: string): void {
  useEffect(() => {
    if (title === null) return
    const told = { title, description }
    shown.set(told)
    return () => {
      // The next page may have told its own already.
      if (shown.get() === told) shown.set(null)
    }
  }, [title, description])
}

/** Long ones are cut: tabs, bookmarks and crumbs have little room. */
export function cut(text: string, most: number): string {
  return [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text
}
