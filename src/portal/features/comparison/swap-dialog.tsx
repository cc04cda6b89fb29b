// Draws the dialog in which one item of a comparison is replaced with another.
import { useState } from 'react'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useRead } from '#portal/core/api/use-read.ts'
import { Dialog } from '#portal/ui/dialog.tsx'
import { Empty } from '#portal/ui/empty.tsx'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { ComparePage } from '#shared/model/pages/compare.ts'

interface Props {
  readonly page: ComparePage
  readonly scope: Scope
  readonly item: Item
  /** The ids of the items that are compared already. */
  readonly ids: readonly string[]
  readonly onChoose: (id: string) => void
  readonly onClose: () => void
}

export function SwapDialog({ page, scope, item, ids, onChoose, onClose }: Props) {
  const [word, setWord] = useState('')
  const read = useRead<unknown>(page.candidates ? toReadSource(page.candidates, { ...scope, item }) : null)
  const shown = listOf(read.data).filter(
    (one) => !ids.includes(String(one.id)) && headingOf(one, { heading: page.heading }).includes(word.trim()),
  )
  return (
    <Dialog open title={`更换 ${headingOf(item, { heading: page.heading })}`} onClose={onClose}>
      <label className="eq-swap-search">
        <span>按名称查找</span>
        <input className="eq-input" value={word} onChange={(event) => setWord(event.target.value)} />
      </label>
      {read.loading ? (
        <Skeleton lines={5} />
      ) : read.error ? (
        <Failed error={read.error} retry={read.retry} />
      ) : shown.length === 0 ? (
        <Empty text="没有可换入的同类内容" />
      ) : (
        <ul className="eq-swap-list">
          {shown.map((one) => (
            <li key={String(one.id)}>
              <button type="button" className="eq-text-button" onClick={() => onChoose(String(one.id))}>
                {headingOf(one, { heading: page.heading })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
