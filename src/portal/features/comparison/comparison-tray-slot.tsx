// Draws the slot of the comparison tray under a page; the tray's code is loaded with the first item of the set.
import { lazy, Suspense, useEffect } from 'react'
import { useManifest } from '#portal/core/configuration/manifest.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import { itemsIn, useCompareSets, watchCompareSets } from './comparison-set.ts'

const Tray = lazy(async () => ({ default: (await import('./comparison-tray.tsx')).ComparisonTray }))

/** Pages that are browsed; a form has its own way on, and the comparison shows what the tray would. */
const BROWSED: ReadonlySet<string> = new Set(['list', 'detail', 'zone'])

/**
 * Renders the comparison tray under a list, detail or zone page if the set that was changed last has items. The
 * code of the tray is loaded with the first item of a set.
 *
 * @example
 * <ComparisonTraySlot entry={page} />
 */
export function ComparisonTraySlot({ entry }: { readonly entry: ManifestPage }) {
  const sets = useCompareSets()
  const { pages } = useManifest()
  useEffect(watchCompareSets, [])
  const target = pages.find(({ path, kind }) => path === sets.last && kind === 'compare')
  if (!target || !BROWSED.has(entry.kind) || itemsIn(sets, target.path).length === 0) return null
  return (
    <Suspense fallback={null}>
      <Tray page={target} />
    </Suspense>
  )
}
