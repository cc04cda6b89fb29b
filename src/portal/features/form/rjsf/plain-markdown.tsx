// Owns what takes the place of the Markdown that rjsf draws descriptions with: none of ours are, and it weighs 30 KB.
import type { ReactNode } from 'react'

export function Markdown({ children }: { readonly children: ReactNode }) {
  return children
}
