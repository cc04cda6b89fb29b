// Describes a lifecycle in words: who executes a transition, when it is open or due, and its effects.

import type { Viewer } from '#shared/access/field-read-access.ts'
import { audienceTitle, type PublicRole } from '#shared/access/roles.ts'
import { type Condition, type Scalar, type Test, toComparison } from '#shared/expressions/condition.ts'
import { translate } from '#shared/expressions/predicate.ts'
import { type Deadline, spanTitle } from './deadline.ts'
import { type Effect, isDynamicValue } from './effects.ts'
import type { Lifecycle, LifecycleState, Transition } from './lifecycle.ts'

/** Titles of the names that a lifecycle refers to. */
export interface FlowNames {
  readonly roles: readonly PublicRole[]
  /** Title of a field of the item; the name itself where nothing is known. */
  field(name: string): string
  /** Label of a value of that field. */
  value(field: string, value: string): string
  form(name: string): string
  type(name: string): string
}

export interface FlowTransition {
  readonly title: string
  readonly to: string
  /** Each a line: who, when, due, what it does. */
  readonly lines: readonly string[]
}

export interface FlowState {
  readonly name: string
  readonly title: string
  readonly flags: readonly string[]
  readonly steps: readonly FlowTransition[]
}

/** The states in the order in which items come through them, each with the steps out of it. */
export function toFlow(lifecycle: Lifecycle, names: FlowNames): readonly FlowState[] {
  const { states, transitions, initial } = lifecycle
  const order = [initial]
  for (const name of order)
    for (const { from, to } of transitions)
      if (from.includes(name) && !order.includes(to) && states[to]) order.push(to)
  const all = [...order, ...Object.keys(states).filter((name) => !order.includes(name))]
  return all.map((name) => ({
    name,
    title: states[name]?.title ?? name,
    flags: flagsOf(states[name], name === initial),
    steps: transitions
      .filter(({ from }) => from.includes(name))
      .map((step) => ({ title: step.title, to: step.to, lines: linesOf(step, names, lifecycle) })),
  }))
}

function flagsOf(state: LifecycleState | undefined, isInitial: boolean): string[] {
  const flags: readonly (readonly [boolean | undefined, string])[] = [
    [isInitial, '起点'],
    [state?.public, '公开'],
    [state?.editable, '可修改'],
    [state?.gone, '已不存在'],
    [state?.final, '终态'],
  ]
  return flags.flatMap(([is, title]) => (is ? [title] : []))
}

function linesOf(step: Transition, names: FlowNames, lifecycle: Lifecycle): string[] {
  const { by, not = [], when, due, form, readers } = step
  const title = (who: string) => audienceTitle(names.roles, who)
  const except = not.length > 0 ? `（${not.map(title).join('、')}除外）` : ''
  return [
    ...(by.length > 0 ? [`${by.map(title).join('、')}${except}`] : ['系统']),
    ...(step.quorum ? [`须 ${step.quorum} 人分别办理`] : []),
    ...(form ? [`填写${names.form(form)}`] : []),
    ...(when ? [`条件：${conditionTitle(when, names)}`] : []),
    ...(due ? [dueTitle(due, names, lifecycle)] : []),
    ...(step.do ?? []).map((effect) => effectTitle(effect, names, lifecycle)),
    ...(readers ? [`记录对${readers.map((who) => viewerTitle(who, title, lifecycle)).join('、')}可见`] : []),
  ]
}

function viewerTitle(viewer: Viewer, title: (who: string) => string, { states }: Lifecycle): string {
  if (typeof viewer === 'string') return title(viewer)
  return `${title(viewer.to)}（状态为${viewer.states.map((state) => states[state]?.title ?? state).join('、')}时）`
}

function dueTitle(
  { after, field, clock, remind = [] }: Deadline,
  names: FlowNames,
  lifecycle: Lifecycle,
): string {
  const counted =
    clock === undefined
      ? `${spanTitle(after ?? {})}后`
      : `${timerTitle(lifecycle, clock)}满 ${spanTitle(after ?? {})}`
  const when = field === undefined ? counted : `超过${names.field(field)}`
  const reminders = remind.map(({ before }) => `提前 ${spanTitle(before)}提醒`)
  return [`${when}无人办理，由系统执行`, ...reminders].join('，')
}

const timerTitle = ({ clocks }: Lifecycle, name: string): string => clocks?.[name]?.title ?? name

const TAKEN: Readonly<Record<string, string>> = { today: '当天日期', now: '此刻时间', actor: '执行者' }

function effectTitle(effect: Effect, names: FlowNames, lifecycle: Lifecycle): string {
  if ('notify' in effect) {
    const to = effect.to.map((who) => RECEIVERS[who] ?? audienceTitle(names.roles, who))
    return `通知${to.join('、')}`
  }
  if ('move' in effect) return MOVED[effect.move]
  if ('create' in effect) return `新建${names.type(effect.create)}`
  if ('start' in effect) return `${timerTitle(lifecycle, effect.start)}${effect.anew ? '重新' : ''}开始计时`
  if ('stop' in effect) return `${timerTitle(lifecycle, effect.stop)}停止计时`
  if ('receipt' in effect) return `编号 ${effect.receipt}-年份-序号`
  return Object.entries(effect.set)
    .map(([name, value]) => {
      const field = names.field(name)
      if (value === null) return `清空${field}`
      if (!isDynamicValue(value)) return `${field}记为“${names.value(name, String(value))}”`
      const [root = '', source = ''] = value.from.split('.')
      return `${field}记为${TAKEN[root] ?? (root === 'item' ? names.field(source) : '这一步所填')}`
    })
    .join('；')
}

const MOVED = {
  parent: '上级内容随之流转',
  children: '下级内容随之流转',
  siblings: '同一上级的其他内容随之流转',
} as const

const RECEIVERS: Readonly<Record<string, string>> = { followers: '关注者', author: '评论人' }

/** Such as 数量 ≤ 10 且 用途为空. */
export function conditionTitle(condition: Condition, names: FlowNames): string {
  return translate<never, string>(condition, {
    constant: String,
    all: (parts) => parts.join(' 且 '),
    any: (parts) => `（${parts.join(' 或 ')}）`,
    not: (part) => `不满足（${part}）`,
    fact: String,
    test: (path, test) => testTitle(path, test, names),
  })
}

const SIGNS = [
  ['gt', '>'],
  ['gte', '≥'],
  ['lt', '<'],
  ['lte', '≤'],
] as const

function testTitle(read: string, test: Test, names: FlowNames): string {
  const [root, ...rest] = read.split('.')
  const name = rest.join('.')
  const title = root === 'user' ? `执行者的${name}` : names.field(name)
  const label = (value: Scalar) => (root === 'user' ? String(value) : names.value(name, String(value)))
  const { eq, ne, in: among, empty, ...bounds } = toComparison(test)
  return [
    ...(eq === undefined ? [] : [`${title}为${label(eq)}`]),
    ...(ne === undefined ? [] : [`${title}不为${label(ne)}`]),
    ...(among === undefined ? [] : [`${title}为${among.map(label).join('或')}`]),
    ...(empty === undefined ? [] : [`${title}${empty ? '为空' : '已填写'}`]),
    ...SIGNS.flatMap(([key, sign]) => {
      const bound = bounds[key]
      return bound === undefined ? [] : [`${title} ${sign} ${bound}`]
    }),
  ].join(' 且 ')
}
