// Replaces the Markdown that rjsf uses for descriptions: none of the portal's are Markdown, and it weighs 30 KB.
import type { ReactNode } from 'react'

export function Markdown({ children }: { readonly children: ReactNode }) {
  return children
}
