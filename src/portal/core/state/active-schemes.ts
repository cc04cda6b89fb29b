// Determines the active colour schemes: the viewer's choice, or else the system's, and print.
import { useSyncExternalStore } from 'react'
import { mediaOf, SCHEMES, type Theme } from '#shared/appearance/theme.ts'
import { usePreferences } from './preferences.ts'

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
