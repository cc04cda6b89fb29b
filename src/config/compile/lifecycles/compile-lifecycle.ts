// Compiles lifecycles and proves that every state can be reached and left.

import { managesContent } from '#config/compile/api/operator-endpoints.ts'
import { excludes } from '#config/compile/conditions/impossible-conditions.ts'
import { checkStateTitles, STATE_DICTIONARY } from '#config/compile/dictionaries/check-state-titles.ts'
import type { Code } from '#config/load/codes.ts'
import type { Context, WrittenOf } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { audienceTitle, isRelation } from '#shared/access/roles.ts'
import {
  isOnward,
  isSentBack,
  type Lifecycle,
  reviews,
  type Transition,
} from '#shared/lifecycles/lifecycle.ts'
import { resolveReason } from '#shared/lifecycles/transition-reason.ts'
import { isContentAction } from '#shared/model/operation-model.ts'
import { checkDeadline, checkDeadlineCycles, checkTimers } from './check-deadlines.ts'
import { checkReachableStates, checkStateFlags, checkStateMeanings } from './check-states.ts'
import { checkTransitionPaths } from './check-transition-paths.ts'
import { goesAlongOnly } from './transition-availability.ts'

export function compileLifecycles(
  context: Context,
  validDocuments: ReadonlySet<Document>,
): Map<string, Lifecycle> {
  const lifecycles = new Map<string, Lifecycle>()
  const compiled: [Document, Lifecycle][] = []
  const moved = movedActions(context, validDocuments)
  const isListed = managesContent(context) && context.of('dictionary').has(STATE_DICTIONARY)
  for (const [name, document] of context.of('lifecycle')) {
    if (!validDocuments.has(document)) continue
    const { $schema: _schema, transitions, ...written } = document.value
    const lifecycle: Lifecycle = {
      name,
      ...written,
      transitions: transitions.map((step) => withReasonField(context, step)),
    }
    checkLifecycle(new Place(context, document), lifecycle, moved)
    checkStateFlags(new Place(context, document), lifecycle)
    checkStateTitles(new Place(context, document), lifecycle, isListed)
    lifecycles.set(name, lifecycle)
    compiled.push([document, lifecycle])
  }
  checkStateMeanings(context, compiled)
  return lifecycles
}

type Written = WrittenOf<'lifecycle'>['transitions'][number]

/** Its words are called as the field is in which they are written. */
function withReasonField(context: Context, { words: field, ...step }: Written): Transition {
  if (field === undefined) return step
  const form = context.of('form').get(step.form ?? '')?.value
  const title = form?.fields.properties?.[field]?.title
  return { ...step, words: { field, title: typeof title === 'string' ? title : field } }
}

/** Of two transitions of one action never both are open with different ends. */
function areApart(one: Transition, other: Transition): boolean {
  if (one.approved !== undefined && other.approved !== undefined && one.approved !== other.approved)
    return true
  if (one.when && other.when && excludes(one.when, other.when)) return true
  if (one.parent && other.parent && !one.parent.some((state) => other.parent?.includes(state))) return true
  return one.to === other.to && !one.by.some((audience) => other.by.includes(audience))
}

/**
 * Checks that the owner can submit an item again that was sent back for changes; otherwise the changes have no
 * effect.
 */
function checkSentBack(here: Place, lifecycle: Lifecycle): void {
  for (const [name, { title }] of Object.entries(lifecycle.states)) {
    if (!isSentBack(lifecycle, name)) continue
    const leads = lifecycle.transitions.some(
      (step) => step.from.includes(name) && step.by.includes('owner') && isOnward(lifecycle, step),
    )
    if (!leads)
      here
        .at('states', name)
        .report(
          'sent_back_stuck',
          `退回到“${title}”的内容可由发布者修改，却没有再次提交的流转：请增加一条从“${name}”出发、由 owner 执行的流转`,
          { key: true, found: name },
        )
  }
}

/** Words are read by somebody else than who wrote them, and asked for from whom their help speaks to. */
function checkReasonTexts(here: Place, index: number, transition: Transition): void {
  const { title, by, reason } = transition
  const words = resolveReason(reason)
  const path = here.at('transitions', index, 'reason')
  const others = by.filter((audience) => audience !== 'owner' && isRelation(audience))
  if (words && !words.shown && others.length > 0)
    path.report(
      'words_whose',
      `流转“${title}”由${others.map((who) => audienceTitle(here.context.roles, who)).join('、')}执行，附言须用 shown 写明读者看到的名称，如“需求方意见”，以免被当作审核意见`,
      { expected: '"shown": "需求方意见"' },
    )
  if (words?.help && by.includes('owner') && by.length > 1)
    path
      .at('help')
      .report(
        'words_asker',
        `流转“${title}”由发布者本人和他人执行，不能共用一条填写说明（help）：请按执行者分为两条流转`,
      )
}

/**
 * Checks a transition that follows an edit (`afterEdit`): it has no button, so the owner, who edits, executes it, and
 * it takes no reason.
 */
function checkAfterEdit(here: Place, { states, transitions }: Lifecycle, index: number): void {
  const { title, by, from, reason, approved, afterEdit } = transitions[index] as Transition
  if (!afterEdit) return
  const report = (message: string) => here.at('transitions', index, 'afterEdit').report('after_edit', message)
  if (by.length !== 1 || by[0] !== 'owner' || reason || approved !== undefined)
    report(
      `流转“${title}”在修改后自动执行（afterEdit），只能由发布者本人（"by": ["owner"]）执行，不能带附言（reason）或 approved`,
    )
  for (const state of from)
    if (states[state]?.editable !== true || states[state]?.edited !== undefined)
      report(`流转“${title}”在修改后自动执行（afterEdit），但状态“${state}”的内容发布者不能直接修改`)
  const isSecond = transitions
    .slice(0, index)
    .some((other) => other.afterEdit && other.from.some((state) => from.includes(state)))
  if (isSecond) report(`流转“${title}”与另一条流转都在修改后自动执行（afterEdit），只能有一条`)
}

/** Returns the actions that transitions of any file execute on other items. */
function movedActions(context: Context, validDocuments: ReadonlySet<Document>): ReadonlySet<string> {
  const files = [...context.of('lifecycle').values()].filter((document) => validDocuments.has(document))
  const steps = files.flatMap(({ value }) => value.transitions)
  const effects = steps.flatMap((step) => step.do ?? [])
  return new Set(effects.flatMap((effect) => ('move' in effect ? [effect.action] : [])))
}

function checkLifecycle(here: Place, lifecycle: Lifecycle, moved: ReadonlySet<string>): void {
  const states = new Map(Object.entries(lifecycle.states))
  const known = (path: (string | number)[], name: string) => {
    if (states.has(name)) return
    here.in(path).report('state_unknown', `状态“${name}”没有定义`, { found: name, known: states.keys() })
  }
  known(['initial'], lifecycle.initial)
  if (lifecycle.states[lifecycle.initial]?.gone)
    here
      .at('initial')
      .report(
        'initial_gone',
        `初始状态“${lifecycle.initial}”标为已不存在（gone），内容提交后立即消失：请改正初始状态`,
        {
          found: lifecycle.initial,
          known: Object.keys(lifecycle.states).filter((name) => !lifecycle.states[name]?.gone),
        },
      )
  for (const [name, { edited }] of states) {
    if (edited === undefined) continue
    known(['states', name, 'edited'], edited)
    const leads = lifecycle.transitions.some(({ from, to }) => from.includes(edited) && to === name)
    if (states.has(edited) && !leads)
      here
        .at('states', name, 'edited')
        .report(
          'change_stuck',
          `修改稿在状态“${edited}”中等待审核，却没有从“${edited}”通向“${name}”的流转，无法通过：请增加该流转`,
          { found: edited },
        )
  }
  for (const index of lifecycle.transitions.keys()) {
    checkTransition(here, lifecycle, index, { known, moved })
    checkOtherTransitions(here, lifecycle, index)
  }
  checkSentBack(here, lifecycle)
  checkDeadlineCycles(here, lifecycle)
  checkTimers(here, lifecycle)
  checkTransitionPaths(here, lifecycle)
  checkReachableStates(here, lifecycle)
}

/** Checks one transition by itself. `known` reports a state that is not there. */
function checkTransition(
  here: Place,
  lifecycle: Lifecycle,
  index: number,
  {
    known,
    moved,
  }: {
    readonly known: (path: (string | number)[], name: string) => void
    readonly moved: ReadonlySet<string>
  },
): void {
  const transition = lifecycle.transitions[index] as Transition
  if (isContentAction(transition.action) || transition.action in Object.prototype)
    here
      .at('transitions', index, 'action')
      .report(
        'verb_taken',
        `流转“${transition.title}”的动作“${transition.action}”是系统已用的名称，请另取一个，如 approve`,
        { found: transition.action },
      )
  for (const [at, from] of transition.from.entries()) known(['transitions', index, 'from', at], from)
  known(['transitions', index, 'to'], transition.to)
  for (const [at, reader] of (transition.readers ?? []).entries())
    if (typeof reader !== 'string')
      for (const [which, state] of reader.states.entries())
        known(['transitions', index, 'readers', at, 'states', which], state)
  for (const [at, back] of (transition.back ?? []).entries()) known(['transitions', index, 'back', at], back)
  if (goesAlongOnly(transition) && !moved.has(transition.action))
    here.at('transitions', index, 'by').report('transition_nobody', `流转“${transition.title}”无人可以执行`)
  if (transition.kind === 'submit' && !transition.by.includes('owner') && transition.by.length > 0)
    here
      .at('transitions', index, 'kind')
      .report(
        'submit_whose',
        `流转“${transition.title}”不由发布者执行，kind 不能是 submit：退回请写 refuse，不予通过请写 reject`,
        { found: 'submit' },
      )
  checkReasonTexts(here, index, transition)
  checkAfterEdit(here, lifecycle, index)
  checkDeadline(here, lifecycle, index)
  checkQuorum(here, lifecycle, index)
  if (
    reviews(lifecycle, transition.to) &&
    transition.approved !== true &&
    transition.by.length > 0 &&
    !transition.not?.includes('owner')
  )
    here
      .at('transitions', index, 'by')
      .report(
        'transition_own',
        `流转“${transition.title}”通向须审核的状态“${transition.to}”，发布者本人不能审核自己的内容：请加上 "not": ["owner"]，或用 "approved": true 限于未改动的内容`,
        { expected: '"not": ["owner"]' },
      )
}

/** Checks that a transition can be told from those before it: by its title for people, by its action for calls. */
function checkOtherTransitions(here: Place, lifecycle: Lifecycle, index: number): void {
  const transition = lifecycle.transitions[index] as Transition
  const alike = lifecycle.transitions
    .slice(0, index)
    .find(
      (other) =>
        other.title === transition.title &&
        other.to !== transition.to &&
        other.by.some((who) => transition.by.includes(who)) &&
        other.from.some((from) => transition.from.includes(from)) &&
        !areApart(other, transition),
    )
  if (alike)
    here
      .at('transitions', index, 'title')
      .report(
        'title_twice',
        `流转“${transition.title}”与“${alike.action}”同名，却通向不同的状态，办理人无法区分两个按钮：请改其一`,
        { found: transition.title },
      )
  for (const [at, from] of transition.from.entries()) {
    const earlier = lifecycle.transitions
      .slice(0, index)
      .some(
        (other) =>
          other.action === transition.action && other.from.includes(from) && !areApart(other, transition),
      )
    if (earlier)
      here
        .at('transitions', index, 'from', at)
        .report('transition_ambiguous', `状态“${from}”已有同名流转“${transition.action}”`)
  }
}

/** Each is one person. */
const ALONE: ReadonlySet<string> = new Set(['owner', 'parent.owner'])

function checkQuorum(here: Place, { states, transitions }: Lifecycle, index: number): void {
  const step = transitions[index] as Transition
  const { title, quorum, by, from, to, kind, afterEdit, due, claim } = step
  if (quorum === undefined) return
  const report = (slug: Code, message: string) =>
    here.at('transitions', index, 'quorum').report(slug, message, { key: true })
  if (by.every((who) => ALONE.has(who)) && by.length < quorum)
    report(
      'quorum_people',
      `流转“${title}”须 ${quorum} 人分别办理，by 中却只有${by.map((who) => audienceTitle(here.context.roles, who)).join('、')}`,
    )
  if (from.includes(to) || kind === 'submit' || kind === 'withdraw' || afterEdit || due || claim)
    report(
      'quorum_step',
      `流转“${title}”须 ${quorum} 人分别办理：不能是提交或收回（kind），不能带 afterEdit、due、claim，也不能回到起点`,
    )
  for (const name of from) {
    const state = states[name]
    if (state?.editable)
      report(
        'quorum_editable',
        `状态“${state.title}”的内容仍可由发布者修改，各办理人同意的可能不是同一份：流转“${title}”不能用 quorum`,
      )
    if (Object.values(states).some(({ edited }) => edited === name))
      report(
        'quorum_change',
        `状态“${state?.title ?? name}”中有修改稿等待审核，修改稿由一人决定：流转“${title}”不能用 quorum`,
      )
  }
}
