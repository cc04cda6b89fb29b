// Draws a list whose rows are moved: dragged, or by the buttons 上移 and 下移. A status says the new place.
import { useEffect, useRef, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { Actions, hasOffer } from '#portal/features/actions/actions.tsx'
import type { ListViewProps } from '#portal/features/list/list-view-props.ts'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { FactList } from '#portal/widgets/items/fact-list.tsx'
import { ItemLink } from '#portal/widgets/items/item-link.tsx'
import { headingOf } from '#portal/widgets/items/item-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'

const MOVES = [
  { by: -1, label: '上移' },
  { by: 1, label: '下移' },
] as const

const placeOf = ({ place }: Item): number => Number(place)

/** Rows of several types have an order within each. */
const isAmong = (one: Item | undefined, other: Item | undefined): boolean =>
  one !== undefined && other !== undefined && one.dataType === other.dataType

export function OrderList({ page, items, scope, onChanged, opener }: ListViewProps) {
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<Item | null>(null)
  const [target, setTarget] = useState<Item | null>(null)
  const { isBusy, problem, run } = useTask('次序没有保存，请稍后重试')
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ readonly id: unknown; readonly label: string } | null>(null)
  const source = page.order?.source
  const canMove = page.order !== undefined && hasOffer([page.order], scope)
  const heading = page.columns[0]?.field.name ?? 'title'

  // A button that moved with its row, or ended at the edge, keeps the keyboard where it was.
  useEffect(() => {
    const { current } = pressed
    if (!current || items.length === 0) return
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button[data-row]') ?? [])].filter(
      ({ dataset, disabled }) => dataset.row === String(current.id) && !disabled,
    )
    const same = buttons.find(({ dataset }) => dataset.move === current.label)
    ;(same ?? buttons[0])?.focus()
  }, [items])

  const move = (item: Item, place: number) => {
    if (!source || isBusy || place === placeOf(item)) return
    void run(async () => {
      await post(source.path, { ...fillParams(source.body ?? {}, scope), id: item.id, place })
      const total = items.filter((one) => isAmong(one, item)).length
      setSaid(`“${headingOf(item, { heading })}”现在是第 ${place} 条，共 ${total} 条`)
      onChanged?.()
      setTimeout(revalidateAll)
    })
  }
  const drop = (on: Item) => {
    if (dragged && isAmong(dragged, on)) move(dragged, placeOf(on))
    setDragged(null)
    setTarget(null)
  }
  return (
    <div className="eq-order">
      <p role="status" className="eq-muted">
        {problem || said || (canMove ? '拖动，或用“上移”“下移”调整次序' : '')}
      </p>
      <ol ref={list} aria-label={page.title}>
        {items.map((item, index) => (
          <li
            key={String(item.id)}
            draggable={canMove}
            data-dragged={dragged?.id === item.id || undefined}
            data-target={(target?.id === item.id && dragged?.id !== item.id) || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', String(item.id))
              pressed.current = null
              setDragged(item)
            }}
            onDragOver={(event) => {
              if (!dragged || !isAmong(dragged, item)) return
              event.preventDefault()
              setTarget(item)
            }}
            onDrop={(event) => {
              event.preventDefault()
              drop(item)
            }}
            onDragEnd={() => {
              setDragged(null)
              setTarget(null)
            }}
          >
            <span className="eq-order-place eq-figure">
              {canMove ? <Icon name="menu" /> : null}
              {placeOf(item)}
            </span>
            <div className="eq-order-what">
              <ItemLink link={page.open} scope={scope} item={item}>
                {headingOf(item, { heading })}
              </ItemLink>
              <FactList columns={page.columns.slice(1)} item={item} layout="inline" />
            </div>
            <div className="eq-actions">
              {canMove
                ? MOVES.map(({ by, label }) => {
                    const neighbour = items[index + by]
                    return (
                      <Button
                        key={label}
                        data-row={String(item.id)}
                        data-move={label}
                        aria-label={`${label}：${headingOf(item, { heading })}`}
                        disabled={!isAmong(neighbour, item)}
                        onClick={() => {
                          pressed.current = { id: item.id, label }
                          move(item, placeOf(item) + by)
                        }}
                      >
                        {label}
                      </Button>
                    )
                  })
                : null}
              {opener?.(item)}
              <Actions
                actions={page.rowActions}
                scope={{ ...scope, item }}
                title={page.title}
                item={item}
                {...(onChanged ? { onChanged } : {})}
              />
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
