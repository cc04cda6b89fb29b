// Draws the controls of bulk actions: the box that ticks a row, and the bar of actions for the ticked rows.
import { lazy, Suspense, useState } from 'react'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { Actions } from '#portal/features/actions/actions.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Json } from '#shared/model/json.ts'
import type { Action } from '#shared/model/page-model.ts'
import type { ListPage } from '#shared/model/pages/list.ts'
import type { BulkAnswer } from './on-demand/bulk-results.tsx'

const BulkResults = lazy(async () => ({
  default: (await import('./on-demand/bulk-results.tsx')).BulkResults,
}))

interface TickProps {
  readonly label: string
  readonly isTicked: boolean
  readonly onTick: () => void
}

export function Tick({ label, isTicked, onTick }: TickProps) {
  return (
    <label className="eq-tick-box">
      <input type="checkbox" checked={isTicked} onChange={onTick} />
      <span className="eq-sr-only">{label}</span>
    </label>
  )
}

interface Props {
  readonly page: ListPage
  readonly scope: Scope
  readonly items: readonly Item[]
  readonly ids: readonly string[]
  readonly onChanged?: (() => void) | undefined
}

/** Adds the ticked rows to the body of a call; for a transition, with the revision of each on the screen. */
function about(action: Action, ticked: readonly Item[]): Action {
  if (!action.source) return action
  const named =
    action.do === 'steps' ? { items: ticked.map(rowOf) } : { ids: ticked.map(({ id }) => String(id)) }
  return { ...action, source: { ...action.source, body: { ...action.source.body, ...named } } }
}

/** Beside a waiting change a number of its own counts. */
function rowOf({ id, revision, changeStatus = null }: Item): Record<string, Json> {
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

export function BulkBar({ page, scope, items, ids, onChanged }: Props) {
  const [result, setResult] = useState<{ readonly label: string; readonly answer: BulkAnswer } | null>(null)
  const close = () => {
    setResult(null)
    onChanged?.()
    setTimeout(revalidateAll)
  }
  const ticked = items.filter(({ id }) => ids.includes(String(id)))
  const actions = page.bulkActions
    .filter((action) => suits(action, ticked))
    .map((action) => about(named(action, ticked), ticked))
  return (
    <div className="eq-bulk" tabIndex={-1} data-empty={ids.length === 0 || undefined}>
      <span role="status">{ids.length > 0 ? `已选 ${ids.length} 条` : '可勾选多条，批量处理'}</span>
      {ids.length > 0 ? (
        <Actions
          actions={actions}
          scope={scope}
          title={page.title}
          onAnswer={(answer, { do: kind, label }) => {
            if (kind === 'steps') setResult({ label, answer: answer as BulkAnswer })
          }}
          {...(onChanged ? { onChanged } : {})}
        />
      ) : null}
      <Suspense>{result ? <BulkResults {...result} onClose={close} /> : null}</Suspense>
    </div>
  )
}
