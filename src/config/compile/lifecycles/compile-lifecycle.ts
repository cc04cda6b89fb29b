// Compiles lifecycles and proves that every state can be reached and left.

import { managesContent } from '#config/compile/api/operator-endpoints.ts'
import { excludes } from '#config/compile/conditions/impossible-conditions.ts'
import { checkStateTitles, STATE_DICTIONARY } from '#config/compile/dictionaries/check-state-titles.ts'
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
import {
  checkReachableStates,
  checkStateFlags,
  checkStateMeanings,
  reachedFrom,
  waitingLists,
} from './check-states.ts'
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
    const here = new Place(context, document)
    checkLifecycle(here, lifecycle, moved)
    checkStateFlags(here, lifecycle)
    checkStateTitles(here, lifecycle, isListed)
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
    if (!leads) here.at('states', name).report('sent_back_stuck', { key: true, found: name, title })
  }
}

/** Words are read by somebody else than who wrote them, and asked for from whom their help speaks to. */
function checkReasonTexts(at: Place, { title, by, reason }: Transition): void {
  const words = resolveReason(reason)
  if (words?.phrases !== undefined)
    at.at('phrases').refers('dictionary', '字典', words.phrases, at.context.of('dictionary'))
  const others = by.filter((audience) => audience !== 'owner' && isRelation(audience))
  if (words && !words.shown && others.length > 0)
    at.report('words_whose', {
      expected: '"shown": "需求方意见"',
      title,
      who: others.map((who) => audienceTitle(at.context.roles, who)),
    })
  if (words?.help && by.includes('owner') && by.length > 1) at.at('help').report('words_asker', { title })
}

/**
 * Checks a transition that follows an edit (`afterEdit`): it has no button, so the owner, who edits, executes it, and
 * it takes no reason.
 */
function checkAfterEdit(at: Place, { states, transitions }: Lifecycle, step: Transition): void {
  const { title, by, from, reason, approved, afterEdit } = step
  if (!afterEdit) return
  if (by.length !== 1 || by[0] !== 'owner' || reason || approved !== undefined)
    at.report('after_edit.owner', { title })
  for (const state of from)
    if (states[state]?.editable !== true || states[state]?.edited !== undefined)
      at.report('after_edit.state', { title, state })
  const before = transitions.slice(0, transitions.indexOf(step))
  if (before.some((other) => other.afterEdit && other.from.some((state) => from.includes(state))))
    at.report('after_edit.several', { title })
}

/** Returns the actions that transitions of any file execute on other items. */
function movedActions(context: Context, validDocuments: ReadonlySet<Document>): ReadonlySet<string> {
  const files = [...context.of('lifecycle').values()].filter((document) => validDocuments.has(document))
  const steps = files.flatMap(({ value }) => value.transitions)
  const effects = steps.flatMap((step) => step.do ?? [])
  const waiting = waitingLists(context).map(({ action }) => action)
  return new Set([...effects.flatMap((effect) => ('move' in effect ? [effect.action] : [])), ...waiting])
}

/** Reports a state that is not there. */
const isState = (at: Place, { states }: Lifecycle, name: string): boolean =>
  at.expect(Object.keys(states), name, 'state_unknown.lifecycle')

function checkLifecycle(here: Place, lifecycle: Lifecycle, moved: ReadonlySet<string>): void {
  const { initial, states, transitions } = lifecycle
  isState(here.at('initial'), lifecycle, initial)
  if (states[initial]?.gone)
    here.at('initial').report('initial_gone', {
      found: initial,
      known: Object.keys(states).filter((name) => !states[name]?.gone),
    })
  for (const [name, { edited }] of Object.entries(states)) {
    const at = here.at('states', name, 'edited')
    if (edited === undefined || !isState(at, lifecycle, edited)) continue
    const stages = reachedFrom(
      [edited],
      transitions.flatMap(({ from, to }) => (states[to]?.stage ? [[from, [to]] as const] : [])),
    )
    const leads = transitions.some(({ from, to }) => to === name && from.some((state) => stages.has(state)))
    if (!leads) at.report('change_stuck', { found: edited, name })
  }
  for (const [index, step] of transitions.entries()) {
    const at = here.at('transitions', index)
    checkTransition(at, lifecycle, step, moved)
    checkOtherTransitions(at, step, transitions.slice(0, index))
  }
  checkSentBack(here, lifecycle)
  checkDeadlineCycles(here, lifecycle)
  checkTimers(here, lifecycle)
  checkTransitionPaths(here, lifecycle)
  checkReachableStates(here, lifecycle)
}

/** Checks one transition by itself. */
function checkTransition(
  at: Place,
  lifecycle: Lifecycle,
  step: Transition,
  moved: ReadonlySet<string>,
): void {
  const { title, action, from, to, by, not, approved, kind, readers = [], back = [] } = step
  if (isContentAction(action) || action in Object.prototype)
    at.at('action').report('verb_taken', { found: action, title })
  for (const [index, state] of from.entries()) isState(at.at('from', index), lifecycle, state)
  isState(at.at('to'), lifecycle, to)
  for (const [index, reader] of readers.entries())
    for (const [which, state] of (typeof reader === 'string' ? [] : reader.states).entries())
      isState(at.at('readers', index, 'states', which), lifecycle, state)
  for (const [index, state] of back.entries()) isState(at.at('back', index), lifecycle, state)
  if (goesAlongOnly(step) && !moved.has(action)) at.at('by').report('transition_nobody.none', { title })
  if (kind === 'submit' && !by.includes('owner') && by.length > 0)
    at.at('kind').report('submit_whose', { found: 'submit', title })
  checkReasonTexts(at.at('reason'), step)
  checkAfterEdit(at.at('afterEdit'), lifecycle, step)
  checkDeadline(at.at('due'), lifecycle, step)
  checkQuorum(at.at('quorum'), lifecycle, step)
  const isUrgent = kind === 'urgent'
  const words = resolveReason(step.reason)
  if (isUrgent && (!words || words.optional)) at.report('urgent_reason', { key: true, title })
  if (reviews(lifecycle, to) && approved !== true && by.length > 0 && !isUrgent && !not?.includes('owner'))
    at.at('by').report('transition_own', { expected: '"not": ["owner"]', title, to })
}

/** Checks that a transition can be told from those before it: by its title for people, by its action for calls. */
function checkOtherTransitions(at: Place, step: Transition, before: readonly Transition[]): void {
  const { title, action, to, by, from } = step
  const others = before.filter((other) => !areApart(other, step))
  const alike = others.find(
    (other) =>
      other.title === title &&
      other.to !== to &&
      other.by.some((who) => by.includes(who)) &&
      other.from.some((state) => from.includes(state)),
  )
  if (alike) at.at('title').report('title_twice.transition', { found: title, alike })
  for (const [index, state] of from.entries())
    if (others.some((other) => other.action === action && other.from.includes(state)))
      at.at('from', index).report('transition_ambiguous', { state, action })
}

/** Each is one person. */
const ALONE: ReadonlySet<string> = new Set(['owner', 'parent.owner'])

function checkQuorum(at: Place, { states }: Lifecycle, step: Transition): void {
  const { title, quorum, by, from, to, kind, afterEdit, due, claim } = step
  if (quorum === undefined) return
  const values = { key: true, title, quorum }
  if (by.every((who) => ALONE.has(who)) && by.length < quorum)
    at.report('quorum_people', { ...values, who: by.map((who) => audienceTitle(at.context.roles, who)) })
  if (from.includes(to) || kind === 'submit' || kind === 'withdraw' || afterEdit || due || claim)
    at.report('quorum_step', values)
  for (const name of from) {
    const state = states[name]
    if (state?.editable) at.report('quorum_editable', { ...values, state })
    if (Object.values(states).some(({ edited }) => edited === name))
      at.report('quorum_change', { ...values, state: state?.title ?? name })
  }
}
