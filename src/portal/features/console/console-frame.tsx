// Draws the frame around every page of the console: its style sheet, and the messages about completed actions.
import type { ReactNode } from 'react'
import { usePreferences } from '#portal/core/state/preferences.ts'
import './console.css'
import { MESSAGES } from './console-parts.tsx'
import { PartSlot } from './lazy-part.tsx'

/** No messages pop up in 关怀模式, where the site's own messages are part of the page. */
export function ConsoleFrame({ children }: { readonly children: ReactNode }) {
  const { care } = usePreferences()
  return (
    <>
      {care ? null : <PartSlot part={MESSAGES} given={{}} />}
      {children}
    </>
  )
}
