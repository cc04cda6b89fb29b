// Stores which rows of a list are ticked.
import { useCallback, useState } from 'react'
import type { Item } from '#portal/widgets/widget-props.ts'

interface Ticks {
  readonly ids: readonly string[]
  /** The ticked rows that are still on the page, so that no invisible row is changed. */
  readonly ticked: readonly string[]
  readonly tick: (id: string) => void
  readonly tickAll: (ids: readonly string[]) => void
}

export function useRowSelection(items: readonly Item[]): Ticks {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = items.map(({ id }) => String(id))
  const tick = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const tickAll = useCallback((next: readonly string[]) => setChosen(new Set(next)), [])
  return { ids, ticked: ids.filter((id) => chosen.has(id)), tick, tickAll }
}
