// Provides what tells one page from another for a browser: its kind and the widgets drawn on it, not its words.
import type { Page } from '#shared/model/page-model.ts'

/** Keys of a compiled page whose values name code that draws, or choose between ways of drawing. */
const DRAWN = new Set(['kind', 'shell', 'view', 'widget', 'cell', 'do', 'then'])
/** Parts that change how a page is laid out by being there. */
const PARTS = new Set([
  'tabs',
  'choice',
  'ways',
  'neighbours',
  'hero',
  'theme',
  'notice',
  'preview',
  'unique',
])

/** Features of the page such as `cell: money`, each once, sorted. */
export function featuresOf(page: Page): string[] {
  const features = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, entry] of Object.entries(value)) {
      if (DRAWN.has(key) && typeof entry === 'string') features.add(`${key}: ${entry}`)
      if (PARTS.has(key) && entry !== undefined) features.add(key)
      walk(entry)
    }
  }
  walk(page)
  return [...features].sort()
}

/** A cell is drawn by the same code wherever it stands; other widgets belong to a kind of page. */
const featureOn = ({ kind }: Page, name: string): string =>
  name.startsWith('cell: ') ? name : `${kind} ${name}`

/** Looking at a page is cheap where it is opened anyway. */
const COST = { anyway: 1, else: 3 }

/**
 * Of the pages, few that together show every cell, and every other feature with every kind of page that has it: one
 * after the other what shows most that is new, for what it costs to look there.
 */
export function representatives<P extends Page>(
  pages: readonly P[],
  isOpened: (page: P) => boolean = () => false,
): ReadonlySet<P> {
  const rest = new Map(
    pages.map((page) => [page, new Set(featuresOf(page).map((name) => featureOn(page, name)))]),
  )
  const chosen = new Set<P>()
  for (;;) {
    let best: P | undefined
    let worth = 0
    for (const [page, features] of rest) {
      const gain = features.size / (isOpened(page) ? COST.anyway : COST.else)
      if (gain > worth) [best, worth] = [page, gain]
    }
    if (!best) return chosen
    chosen.add(best)
    const shown = rest.get(best) ?? new Set()
    rest.delete(best)
    for (const features of rest.values()) for (const name of shown) features.delete(name)
  }
}
