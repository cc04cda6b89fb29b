// Owns what surrounds every page of the console: its style sheet, and the messages about what was done.
import type { ReactNode } from 'react'
import { usePreferences } from '#portal/core/state/preferences.ts'
import './console.css'
import { MESSAGES } from './console-parts.tsx'
import { PartSlot } from './lazy-part.tsx'

/** Nothing pops up in 关怀模式, where the site's own messages stand in the page. */
export function ConsoleFrame({ children }: { readonly children: ReactNode }) {
  const { care } = usePreferences()
  return (
    <>
      {care ? null : <PartSlot part={MESSAGES} given={{}} />}
      {children}
    </>
  )
}
