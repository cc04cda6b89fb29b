// Owns whose turn it is with an item, as its lifecycle has it, in words for whoever handed it in.
import type { Lifecycle, Transition, TransitionAction } from '../../shared/lifecycle.ts'
import { AUDIENCE_TITLES, type Audience } from '../../shared/roles.ts'

/** Steps that lead a matter on; the others take something back. */
const ONWARD: ReadonlySet<TransitionAction> = new Set([
  'submit',
  'online',
  'refuse',
  'accept',
  'decline',
  'handle',
])

/** The owner is told first of what is for him to do: nobody else acts before he has. */
/** `change` is the state of the change that waits beside the item. */
export function nextStepOf(lifecycle: Lifecycle, status: string, change?: string | null): string {
  if (change) return `公开的内容不变；修改稿${nextOfChange(lifecycle, change)}`
  const { states, transitions } = lifecycle
  const state = states[status]
  const ways = transitions.filter(({ action, from }) => from.includes(status) && ONWARD.has(action))
  const own = ways.filter((way) => takes(way, 'owner'))
  const others = [...new Set(ways.flatMap(({ by }) => by))].filter((who) => who !== 'owner')
  if (state?.readers === undefined) return toPublic(others, state?.editable === true)
  if (own.length > 0) {
    const titles = [...new Set(own.map(({ title }) => title))].map((title) => `“${title}”`).join('或')
    return `需要您办理：请登录后在个人中心查看，${state.editable ? '修改后' : ''}选择${titles}。`
  }
  if (others.length > 0) return `等待${toNames(others)}办理，办理结果会显示在这里。`
  return '已经办理完毕，没有需要您做的事。'
}

function toPublic(others: readonly Audience[], isEditable: boolean): string {
  const waiting = others.length > 0 ? `等待${toNames(others)}答复，答复会显示在这里` : '没有需要您做的事'
  return `已经公开，${waiting}${isEditable ? '；登录后可以修改或下线' : ''}。`
}

/** A change waits where its approval begins; anywhere else its author goes on with it. */
function nextOfChange({ states, transitions }: Lifecycle, status: string): string {
  const isWaiting = Object.values(states).some(({ edited }) => edited === status)
  const deciding = transitions.filter(
    ({ from, to, action }) => from.includes(status) && to !== status && action === 'online',
  )
  const names = toNames([...new Set(deciding.flatMap(({ by }) => by))].filter((who) => who !== 'owner'))
  if (isWaiting) return `正在等待${names || '运营人员'}审核，结果会显示在这里。`
  return `${states[status]?.title ?? '已退回'}，请登录后按意见修改并重新提交。`
}

const takes = ({ by, not = [] }: Transition, who: Audience) => by.includes(who) && !not.includes(who)

const toNames = (audiences: readonly Audience[]) => audiences.map((who) => AUDIENCE_TITLES[who]).join('或')
