// Owns the acting on many rows at once: the box that ticks one, and the bar of what can be done with the ticked.
import type { Scope } from '../../shared/condition.ts'
import type { ListPage } from '../../shared/pages/list.ts'
import { Actions } from './actions.tsx'

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
  readonly ids: readonly string[]
  readonly onChanged?: (() => void) | undefined
}

export function BulkBar({ page, scope, ids, onChanged }: Props) {
  const actions = page.bulkActions.map((action) =>
    action.source
      ? { ...action, source: { ...action.source, body: { ...action.source.body, ids: [...ids] } } }
      : action,
  )
  return (
    <div className="eq-bulk" tabIndex={-1}>
      <span role="status">{ids.length > 0 ? `已选 ${ids.length} 条` : '勾选后可以成批处理'}</span>
      {ids.length > 0 ? (
        <Actions actions={actions} scope={scope} title={page.title} {...(onChanged ? { onChanged } : {})} />
      ) : null}
    </div>
  )
}
