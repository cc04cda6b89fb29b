// Owns what an item says in a few words: the first of its texts, without its formatting.
import type { Column } from '../../shared/page-model.ts'
import type { Item } from '../widgets/widget-props.ts'

const TEXTS = new Set(['long-text', 'rich-text', 'text'])
const ENOUGH = 2_000

/** Empty where it has no text. */
export function summaryOf(item: Item, body: readonly Column[]): string {
  for (const { field } of body) {
    const value = item[field.name]
    if (!TEXTS.has(field.type) || typeof value !== 'string' || value === '') continue
    const text = field.type === 'rich-text' ? plain(value.slice(0, ENOUGH)) : value
    const words = text.replace(/\s+/g, ' ').trim()
    if (words) return words
  }
  return ''
}

/** Parsed, not shown: nothing in it runs or loads. */
function plain(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
}
