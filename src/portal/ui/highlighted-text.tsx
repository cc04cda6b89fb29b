// Draws a text in which the search terms are marked.
import { memo } from 'react'
import { keyed } from './format/keyed-entries.ts'

interface Props {
  readonly text: string
  /** Lower case, longest first. */
  readonly terms: readonly string[]
}

const quoteRegExp = (term: string) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

export const HighlightedText = memo(function HighlightedText({ text, terms }: Props) {
  if (terms.length === 0) return text
  const parts = text.split(new RegExp(`(${terms.map(quoteRegExp).join('|')})`, 'gi'))
  return keyed(parts, (part) => part).map(({ key, entry }, index) =>
    // `split` puts what matched at the odd places.
    index % 2 === 1 ? <mark key={`mark ${key}`}>{entry}</mark> : entry,
  )
})
