// Stores the viewer's preferences across visits: care mode, text size, light or dark.

import { useSyncExternalStore } from 'react'
import { toStorageKey } from '#portal/core/site.ts'
import { mediaOf, SCHEMES, type Theme, themeIn } from '#shared/appearance/theme.ts'
import { readStored, storeJson } from './browser-storage.ts'
import { createStore } from './store.ts'

const QUERIES = SCHEMES.map((scheme) => matchMedia(mediaOf(scheme, 'system')))

function subscribe(listener: () => void): () => void {
  for (const query of QUERIES) query.addEventListener('change', listener)
  return () => {
    for (const query of QUERIES) query.removeEventListener('change', listener)
  }
}

const schemesOf = (theme: Theme): string =>
  SCHEMES.filter((scheme) => matchMedia(mediaOf(scheme, theme)).matches).join(' ')

/** Such as `dark contrast`; empty for the usual light one. What reads tokens from a script reads them anew with it. */
export function useSchemes(): string {
  const { theme } = usePreferences()
  return useSyncExternalStore(subscribe, () => schemesOf(theme))
}

export const TEXT_SIZES = [
  { value: 'large', label: '大' },
  { value: 'medium', label: '中' },
  { value: 'small', label: '小' },
] as const

export type TextSize = (typeof TEXT_SIZES)[number]['value']

export const THEME_CHOICES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: '跟随系统' },
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'contrast', label: '高对比' },
]

export interface Preferences {
  readonly care: boolean
  readonly size: TextSize
  readonly theme: Theme
}

const PREFERENCES = 'preferences'
/** A cookie, so that the page comes from the server as it is to look, and no other look is seen before. */
const THEME_KEY = toStorageKey('theme')
const YEAR = 365 * 24 * 60 * 60
const store = createStore<Preferences>(restore())
apply(store.get())

export const usePreferences = store.use

function restore(): Preferences {
  const toSaved = (stored: unknown): Partial<Preferences> => ({ ...(stored as Partial<Preferences>) })
  const saved = readStored('local', PREFERENCES, toSaved, {})
  const size = TEXT_SIZES.find(({ value }) => value === saved.size)?.value ?? 'medium'
  return { care: saved.care === true, size, theme: themeIn(document.cookie, THEME_KEY) }
}

function apply({ care, size, theme }: Preferences): void {
  const { documentElement } = document
  documentElement.toggleAttribute('data-care', care)
  documentElement.dataset.size = size
  for (const scheme of SCHEMES)
    for (const sheet of document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>(
      `[data-scheme="${scheme}"]`,
    ))
      sheet.media = mediaOf(scheme, theme)
}

export function setPreferences(changes: Partial<Preferences>): void {
  const next = { ...store.get(), ...changes }
  const { theme, ...kept } = next
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers
  document.cookie = `${THEME_KEY}=${theme}; Path=/; SameSite=Lax; Max-Age=${YEAR}`
  storeJson('local', PREFERENCES, kept)
  apply(next)
  store.set(next)
}
