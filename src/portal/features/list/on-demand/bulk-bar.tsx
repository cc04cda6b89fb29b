// Draws the bar of bulk actions for the ticked rows, or for all rows of the list, which it takes a few at a time.
import { useState } from 'react'
import { get } from '#portal/core/api/client.ts'
import { type ReadSource, revalidateAll } from '#portal/core/api/use-read.ts'
import { toast } from '#portal/core/state/toast.ts'
import type { ListedNow } from '#portal/features/actions/action-props.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import { Button } from '#portal/ui/button.tsx'
import { useTask } from '#portal/ui/hooks/use-task.ts'
import { listOf } from '#portal/widgets/items/read-list.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import { PAGE_SIZES } from '#shared/calls/envelope.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Json } from '#shared/model/json.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import { type BulkAnswer, BulkResults, type BulkRun } from './bulk-results.tsx'

interface Props {
  readonly page: ListPage
  readonly scope: Scope
  readonly items: readonly Item[]
  readonly ids: readonly string[]
  readonly onChanged?: (() => void) | undefined
  readonly onTick: (ids: readonly string[]) => void
  /** Absent where only the rows on the screen are ticked. */
  readonly listed?: ListedNow | undefined
}

/** Items of one call, so that the progress is seen and can be stopped. */
const CHUNK = 20
const MAX_ITEMS = 5_000
const READ_SIZE = Math.max(...PAGE_SIZES)

/** Reads the items of all pages of the list. */
async function readAll({ path, params }: ReadSource, total: number): Promise<readonly Item[]> {
  const items: Item[] = []
  for (let page = 1; items.length < Math.min(total, MAX_ITEMS); page += 1) {
    const read = listOf(await get(path, { ...params, page, limit: READ_SIZE }))
    if (read.length === 0) break
    items.push(...read)
  }
  return items.slice(0, MAX_ITEMS)
}

/** Adds the ticked rows to the body of a call; for a transition, with the revision of each on the screen. */
function about(action: Action, ticked: readonly Item[]): Action {
  if (!action.source) return action
  const named =
    action.do === 'steps' ? { items: ticked.map(rowOf) } : { ids: ticked.map(({ id }) => String(id)) }
  return { ...action, source: { ...action.source, body: { ...action.source.body, ...named } } }
}

/** Beside a waiting change a number of its own counts. */
export function rowOf({ id, revision, changeStatus = null }: Item): Record<string, Json> {
  const seen = typeof revision === 'number' && changeStatus === null ? { revision } : {}
  return { id: String(id), ...seen }
}

/** A transition is offered while one of the ticked rows permits it: by its own list of steps, or by its state. */
const suits = ({ do: kind, states = [], transition }: Action, ticked: readonly Item[]): boolean =>
  kind !== 'steps' ||
  ticked.some(({ status, steps }) =>
    Array.isArray(steps) ? steps.includes(transition) : states.includes(String(status)),
  )

/** As the step is called in the states of those ticked rows that permit it: by one name where that is one. */
function named({ labels, states: _states, ...action }: Action, ticked: readonly Item[]): Action {
  if (!labels) return action
  const titles = new Set(ticked.flatMap(({ status }) => labels[String(status)] ?? []))
  return { ...action, label: titles.size > 0 ? [...titles].join('或') : action.label }
}

/** The whole request of a bulk transition, of which the first part was sent. */
interface Started extends Pick<BulkRun, 'action' | 'input' | 'items'> {
  readonly first: BulkAnswer
}

export function BulkBar({ page, scope, items, ids, onChanged, onTick, listed }: Props) {
  const [started, setStarted] = useState<Started | null>(null)
  /** Set once all items of the list are chosen, beyond those on the screen. */
  const [whole, setWhole] = useState<readonly Item[] | null>(null)
  const { isBusy, run } = useTask('读取失败，请稍后重试', toast.error)
  const close = () => {
    setStarted(null)
    setWhole(null)
    onTick([])
    onChanged?.()
    setTimeout(revalidateAll)
  }
  const isAllTicked = items.length > 0 && ids.length === items.length
  const chosen = (isAllTicked && whole) || items.filter(({ id }) => ids.includes(String(id)))
  const actions = page.bulkActions
    .filter((action) => suits(action, chosen))
    .map((action) => about(named(action, chosen), action.do === 'steps' ? chosen.slice(0, CHUNK) : chosen))
  const { source, total = 0 } = listed ?? {}
  const canTakeAll = isAllTicked && whole === null && source && total > items.length
  return (
    <div className="eq-bulk" tabIndex={-1} data-empty={ids.length === 0 || undefined}>
      <span role="status">{ids.length > 0 ? `已选 ${chosen.length} 条` : '可勾选多条，批量处理'}</span>
      {canTakeAll ? (
        <Button
          look="text"
          busy={isBusy}
          onClick={() => void run(async () => setWhole(await readAll(source, total)))}
        >
          {`选择全部 ${Math.min(total, MAX_ITEMS)} 条`}
        </Button>
      ) : null}
      {ids.length > 0 ? (
        <Actions
          actions={actions}
          scope={scope}
          title={page.title}
          onAnswer={(answer, action, input = {}) => {
            if (action.do === 'steps')
              setStarted({ action, input, items: chosen, first: answer as BulkAnswer })
          }}
          {...(onChanged ? { onChanged } : {})}
        />
      ) : null}
      {started ? <BulkResults {...started} size={CHUNK} toRow={rowOf} onClose={close} /> : null}
    </div>
  )
}
