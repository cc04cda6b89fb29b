// Stores the viewer's preferences across visits: care mode, text size, light or dark.

import { toStorageKey } from '#portal/core/site.ts'
import { mediaOf, SCHEMES, type Theme, themeIn } from '#shared/appearance/theme.ts'
import { createStore } from './store.ts'

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

const KEY = toStorageKey('preferences')
/** A cookie, so that the page comes from the server as it is to look, and no other look is seen before. */
const THEME_KEY = toStorageKey('theme')
const YEAR = 365 * 24 * 60 * 60
const store = createStore<Preferences>(restore())
apply(store.get())

export const usePreferences = store.use

function restore(): Preferences {
  const theme = themeIn(document.cookie, THEME_KEY)
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
    const size = TEXT_SIZES.find(({ value }) => value === saved.size)?.value ?? 'medium'
    return { care: saved.care === true, size, theme }
  } catch {
    return { care: false, size: 'medium', theme }
  }
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
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  apply(next)
  store.set(next)
}
