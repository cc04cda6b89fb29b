// Describes who acts next on an item by its lifecycle, in words for its owner.

import { titleOfPart } from '#server/content/workflow/participant-title.ts'
import type { Audience, Caller } from '#shared/access/roles.ts'
import {
  findByKind,
  isOnward,
  isOpen,
  isPublic,
  isSentBack,
  type Lifecycle,
  type Transition,
} from '#shared/lifecycles/lifecycle.ts'
import { isMet, suitsParent } from '#shared/lifecycles/transition-policies.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'

/** `change` is the state of the pending change of the item. */
/** `change` is the state of the change that waits beside the item. */
export function describeNextStep(
  model: Pick<Model, 'roles' | 'contentTypes'>,
  type: ContentType,
  status: string,
  change?: string | null,
): string {
  const { lifecycle } = type
  const toNames = (audiences: readonly Audience[]) =>
    audiences.map((who) => titleOfPart(model, type, who)).join('或')
  const { states, transitions } = lifecycle
  const state = states[status]
  const isPublished = isOpen(lifecycle, status)
  if (change)
    return `${isPublished ? '公开' : '原来'}的内容不变；修改稿${nextOfChange(toNames, lifecycle, change)}`
  const ways = transitions.filter((step) => step.from.includes(status) && isOnward(lifecycle, step))
  const own = ways.filter((way) => takes(way, 'owner'))
  const others = [...new Set(ways.flatMap(({ by }) => by))].filter((who) => who !== 'owner')
  if (isPublished) return toPublic(toNames(others), state?.editable === true)
  if (own.length > 0) {
    const titles = [...new Set(own.map(({ title }) => title))].map((title) => `“${title}”`).join('或')
    return `需要您办理：请登录后在个人中心查看，${state?.editable ? '修改后' : ''}选择${titles}。`
  }
  if (others.length > 0) return `等待${toNames(others)}办理，办理结果会显示在这里。`
  return '已经办理完毕，您无须再操作。'
}

/** As much of an item as says whose turn it is with it. */
export interface ItemProgress {
  readonly status: string
  readonly body?: Readonly<Record<string, unknown>> | undefined
  readonly parentStatus?: string | null | undefined
  /** The state that it was in before, and the action that led on: of which neither holds a space. */
  readonly statusStep?: string | null
}

/** Returns who acts next, in a few words for the owner; null where nobody has to act. */
export function turnOf(
  model: Pick<Model, 'roles' | 'contentTypes'>,
  type: ContentType,
  item: ItemProgress & { readonly changeStatus?: string | null },
  owner: Caller,
): string | null {
  const { lifecycle } = type
  const { states, transitions } = lifecycle
  const { status, changeStatus: change } = item
  if (change) {
    const isWaiting = Object.values(states).some(({ edited }) => edited === change)
    return isWaiting ? '修改稿等待审核' : '修改稿已退回，请修改'
  }
  const ways = transitions.filter((step) => step.from.includes(status) && isOnward(lifecycle, step))
  const own = ways.filter((way) => takes(way, 'owner') && isOpenTo(way, item, owner))
  if (own.length > 0 && !isOpen(lifecycle, status))
    return isShut(type, item) ? '目前不能提交' : describeOwnTurn(lifecycle, item, own)
  const { parentStatus } = item
  const open = ways.filter((way) => parentStatus === undefined || suitsParent(way, { parentStatus }))
  const others = [...new Set(open.flatMap(({ by }) => by))].filter((who) => who !== 'owner')
  if (others.length === 0) return null
  const [first = '', second, ...more] = others.map((who) =>
    who === 'parent.owner' ? '对方' : titleOfPart(model, type, who),
  )
  if (second === undefined) return `等待${first}${others[0] === 'parent.owner' ? '答复' : ''}`
  return `等待${first}、${second}${more.length > 0 ? '等' : ''}办理`
}

/** Returns true for an item that was never submitted and whose parent takes no submissions. */
function isShut({ admission, lifecycle }: ContentType, { status, parentStatus }: ItemProgress): boolean {
  if (!admission || !parentStatus || status !== lifecycle.initial) return false
  return findByKind(lifecycle, status, 'submit') !== undefined && !admission.states.includes(parentStatus)
}

/** Returns true where that person could take the transition with the item as it is. */
export function isOpenTo(
  step: Pick<Transition, 'when' | 'parent'>,
  { status, body = {}, parentStatus }: ItemProgress,
  who: Caller,
): boolean {
  return (
    isMet(step, { status, body }, who) && (parentStatus === undefined || suitsParent(step, { parentStatus }))
  )
}

const titlesOf = (steps: readonly Pick<Transition, 'title'>[]) => [
  ...new Set(steps.map(({ title }) => title)),
]

/**
 * Describes the owner's next action: a decision between several transitions (待您决定：采纳或不采纳), or a single one. An
 * unfinished item is completed and submitted at once.
 */
export function describeAwaited(
  { initial }: Pick<Lifecycle, 'initial'>,
  { status, statusStep }: Pick<ItemProgress, 'status' | 'statusStep'>,
  steps: readonly Pick<Transition, 'title' | 'kind' | 'afterEdit'>[],
): string {
  const titles = titlesOf(steps)
  const isBegun =
    status === initial && steps.every(({ kind, afterEdit }) => kind === 'submit' && afterEdit === true)
  if (isBegun && steps.length > 0) {
    const [from = status] = statusStep?.split(' ') ?? []
    return `待您完成：${from === status ? '填写' : '修改'}并${titles.join('或')}`
  }
  return `${titles.length > 1 ? '待您决定' : AWAITED}：${titles.join('或')}`
}

/** The prefix for actions that need no correction first. */
export const AWAITED = '待您办理'

function describeOwnTurn(lifecycle: Lifecycle, item: ItemProgress, steps: readonly Transition[]): string {
  const mending = mendingFirst(lifecycle, item)
  const quoted = titlesOf(steps).map((title) => `“${title}”`)
  return mending === '' ? describeAwaited(lifecycle, item, steps) : `请${mending}${quoted.join('或')}`
}

/** Returns the words for correcting first: a returned item is not submitted again unchanged. */
export function mendingFirst(lifecycle: Lifecycle, { status, statusStep }: ItemProgress): string {
  if (!isSentBack(lifecycle, status)) return ''
  const [from = '', action] = statusStep?.split(' ') ?? []
  // A new item may start in the state that others are returned to.
  if (action === undefined) return status === lifecycle.initial ? '' : '修改后'
  const isBack = lifecycle.transitions.some(
    (step) => step.kind === 'refuse' && step.action === action && step.from.includes(from),
  )
  return isBack ? '修改后' : ''
}

function toPublic(others: string, isEditable: boolean): string {
  const waiting = others ? `等待${others}答复，答复会显示在这里` : '暂时无须您操作'
  return `已经公开，${waiting}${isEditable ? '；登录后可以修改或下线' : ''}。`
}

/** A change waits where its approval begins; anywhere else its author goes on with it. */
function nextOfChange(
  toNames: (audiences: readonly Audience[]) => string,
  lifecycle: Lifecycle,
  status: string,
): string {
  const { states, transitions } = lifecycle
  const isWaiting = Object.values(states).some(({ edited }) => edited === status)
  const deciding = transitions.filter(
    ({ from, to }) => from.includes(status) && to !== status && isPublic(lifecycle, to),
  )
  const deciders = [...new Set(deciding.flatMap(({ by }) => by))].filter((who) => who !== 'owner')
  const names = toNames(deciders)
  if (isWaiting) return `正在等待${names || '运营人员'}审核，结果会显示在这里。`
  return `${states[status]?.title ?? '已退回'}，请登录后按意见修改并重新提交。`
}

const takes = ({ by, not = [] }: Transition, who: Audience) => by.includes(who) && !not.includes(who)
