// Owns what tells one page from another for a browser: its kind and the widgets drawn on it, not its words.
import type { Page } from '../../../src/shared/page-model.ts'

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

/** Of the pages, those that together show every cell, and every other feature with every kind of page that has it. */
export function representatives<P extends Page>(pages: readonly P[]): ReadonlySet<P> {
  const seen = new Set<string>()
  const chosen = new Set<P>()
  const sized = pages.map((page) => ({
    page,
    features: featuresOf(page).map((name) => featureOn(page, name)),
  }))
  // Those with most features first: they make most of the others unnecessary.
  for (const { page, features } of sized.sort((a, b) => b.features.length - a.features.length)) {
    if (features.every((name) => seen.has(name))) continue
    for (const name of features) seen.add(name)
    chosen.add(page)
  }
  return chosen
}
