// Draws the button that collects or supports something and takes it back; state and count are the server's.
import { post } from '#portal/core/api/client.ts'
import { toReadSource } from '#portal/core/api/read-source.ts'
import { useSession } from '#portal/core/session/session.ts'
import { requestSignIn } from '#portal/core/session/sign-in-redirects.ts'
import { ignoreFailure, useTask } from '#portal/ui/hooks/use-task.ts'
import { Icon } from '#portal/ui/icon.tsx'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { Action, Source } from '#shared/model/page-model.ts'
import { useReaction } from './use-reaction.ts'

type Kind = 'collect' | 'support'

const NAMES = {
  collect: { on: 'collected', count: 'collectCount', icon: 'heart', done: '已收藏' },
  support: { on: 'supported', count: 'supportCount', icon: 'up', done: '已支持' },
} as const satisfies Record<Kind, object>

interface Props {
  readonly kind: Kind
  readonly action: Action
  readonly scope: Scope
  /** Absent where the page shows none; then there is nothing to react to. */
  readonly item?: Item
}

type ReactionState = Readonly<Record<string, unknown>>

export function ReactionButton({ kind, action, scope, item }: Props) {
  const { on, count, icon, done } = NAMES[kind]
  const { user } = useSession()
  const { source, undo, label } = action
  const { state, react } = useReaction<ReactionState>(
    [source?.path ?? '', fillParams(source?.body ?? {}, scope)],
    { [on]: item?.[on], [count]: item?.[count] },
  )
  const { isBusy, run } = useTask('', ignoreFailure)
  const isOn = user !== null && state[on] === true
  const total = Number(state[count] ?? 0)
  const change = async (source: Source) => {
    if (user === null) return requestSignIn(label)
    const call = toReadSource(source, scope)
    if (!call) return
    const body = fillParams(source.body ?? {}, scope)
    const answer = post<ReactionState>(call.path, body, call.params, { showError: true })
    await react(answer, { [on]: !isOn, [count]: total + (isOn ? -1 : 1) })
  }
  if (!source || !item) return null
  return (
    <button
      type="button"
      className="eq-button eq-button-plain"
      aria-pressed={isOn}
      aria-label={`${label}，${total}`}
      disabled={isBusy}
      onClick={() => void run(() => change(isOn ? (undo ?? source) : source))}
    >
      <Icon name={action.icon ?? icon} />
      {isOn ? done : label}
      {total > 0 ? <span className="eq-figure">{total}</span> : null}
    </button>
  )
}
