// Checks by state that fields which name an actor, or are needed by a transition, are filled in by then.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import { partyField } from '#shared/access/roles.ts'
import { type Effect, isCreating, isForLosers, isNotify, isWriting } from '#shared/lifecycles/effects.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'

export function checkFieldFlow(context: Context, { contentTypes }: Compiled): void {
  for (const [name, document] of context.of('lifecycle')) {
    const users = contentTypes.filter(({ lifecycle }) => lifecycle.name === name)
    for (const type of users) {
      const isWritten = type.fields.some(({ from }) => from === 'step')
      if (!isWritten && !type.lifecycle.transitions.some(({ claim }) => claim)) continue
      const before = context.problems.length
      checkType({ context, document, type, flow: new Flow(type, contentTypes) })
      // The next type would show the same faults of the lifecycle again.
      if (context.problems.length > before) return
    }
  }
}

interface FlowCheck {
  readonly context: Context
  readonly document: Document
  readonly type: ContentType
  readonly flow: Flow
}

function checkType(flowCheck: FlowCheck): void {
  const { problems } = flowCheck.context
  const before = problems.length
  // A value that was written to the wrong field is missing in the right one: the first check that finds something
  // ends the run.
  for (const check of [checkNumbers, checkClaimed, checkEntered, checkEmptied, checkReceivers]) {
    check(flowCheck)
    if (problems.length > before) return
  }
}

/** Which fields that only steps write may hold something. */
class Flow {
  /** The fields that are followed: no user writes them. */
  readonly fields: readonly string[]
  /** By state: the fields that may be filled in there. */
  readonly #filled = new Map<string, Set<string>>()

  constructor({ name, fields, lifecycle, parent }: ContentType, all: readonly ContentType[]) {
    const given = all.flatMap(({ lifecycle: { transitions } }) =>
      transitions.flatMap(({ do: effects = [] }) =>
        effects.flatMap((effect) =>
          isCreating(effect) && effect.create === name ? Object.keys(effect.with) : [],
        ),
      ),
    )
    const moved = all.flatMap(({ advances = {}, fields: own, parent: above }) =>
      own.some((field) => field.name === above && field.ref === name)
        ? Object.values(advances).map(({ field }) => field)
        : [],
    )
    this.fields = fields.flatMap((field) =>
      field.from === 'step' &&
      field.name !== parent &&
      !given.includes(field.name) &&
      !moved.includes(field.name)
        ? [field.name]
        : [],
    )
    this.#filled.set(lifecycle.initial, new Set())
    for (let changed = true; changed; ) {
      changed = false
      for (const step of lifecycle.transitions)
        for (const from of step.from) {
          if (!this.#filled.has(from)) continue
          const after = this.after(step, from)
          for (const to of [step.to, ...(step.back ?? [])]) {
            const known = this.#filled.get(to)
            const next = new Set([...(known ?? []), ...after])
            if (known && known.size === next.size) continue
            this.#filled.set(to, next)
            changed = true
          }
        }
    }
  }

  /** Returns true if the field of an item in this state may have a value. */
  mayHold(state: string, field: string): boolean {
    return this.#filled.get(state)?.has(field) ?? true
  }

  /** Returns the fields that may be filled in after the transition was taken from this state. */
  after(step: Transition, from: string): ReadonlySet<string> {
    const held = new Set(this.#filled.get(from))
    for (const [field, isFilled] of writesOf(step))
      if (isFilled) held.add(field)
      else held.delete(field)
    return held
  }
}

/** Each field with whether it holds something afterwards. */
function writesOf({ do: effects = [], claim }: Transition): [string, boolean][] {
  return [
    ...(claim ? [[claim.field, true] as [string, boolean]] : []),
    ...effects.flatMap((effect): [string, boolean][] => {
      if (!isWriting(effect)) return []
      if ('set' in effect) return Object.entries(effect.set).map(([field, value]) => [field, value !== null])
      return effect.field === undefined ? [] : [[effect.field, true]]
    }),
  ]
}

/** A number stays what it was: another series into the same field takes its place. */
function checkNumbers({ context, document, type }: FlowCheck): void {
  const series = new Map<string, { readonly letters: string; readonly title: string }>()
  const { transitions } = type.lifecycle
  for (const [index, { do: effects = [], title }] of transitions.entries())
    for (const [at, effect] of effects.entries()) {
      if (!isWriting(effect) || !('receipt' in effect) || effect.field === undefined) continue
      const { receipt, field } = effect
      const first = series.get(field)
      if (!first) series.set(field, { letters: receipt, title })
      else if (first.letters !== receipt) {
        const name = type.fields.find((one) => one.name === field)?.title ?? field
        context.report(document, ['transitions', index, 'do', at, 'field'], {
          slug: 'receipt_field',
          message: `流转“${title}”的编号（${receipt}）与“${first.title}”的编号（${first.letters}）写入同一字段“${name}”，会互相覆盖：请分用两个字段`,
          found: field,
          known: unwritten(type),
        })
      }
    }
}

/** Fields that are for steps to write, and that none fills in. */
function unwritten({ fields, lifecycle }: ContentType): string[] {
  const written = lifecycle.transitions.flatMap((step) =>
    writesOf(step).flatMap(([name, isFilled]) => (isFilled ? [name] : [])),
  )
  return fields.flatMap(({ name, from }) => (from === 'step' && !written.includes(name) ? [name] : []))
}

/** Checks that the owner cannot fill in the field that names the first taker. */
function checkClaimed({ context, document, type }: FlowCheck): void {
  for (const [index, { claim, title }] of type.lifecycle.transitions.entries()) {
    const field = type.fields.find(({ name }) => name === claim?.field)
    if (!claim || !field || field.from === 'step') continue
    context.report(document, ['transitions', index, 'claim', 'field'], {
      slug: 'claim_written',
      message: `“${field.title}”由发布者填写，流转“${title}”不能用来记录承接方：请改用只由流转填写（x-from 为 step）的字段`,
      found: claim.field,
      known: type.fields.flatMap(({ name, from, ref }) =>
        from === 'step' && ref === field.ref ? [name] : [],
      ),
    })
  }
}

interface Need {
  readonly field: string
  /** The action that would be missing, as the message says it. */
  readonly description: string
}

/** Returns what the transitions out of a state ask of the item. */
function needsIn({ lifecycle, fields }: ContentType, state: string): Need[] {
  const titled = (name: string) => fields.find((field) => field.name === name)?.title ?? name
  return lifecycle.transitions
    .filter(({ from }) => from.includes(state))
    .flatMap(({ title, by, marks = [], due }) => {
      const parties = by.map(partyField)
      return [
        ...(parties.length > 0 && parties.every((field) => field !== undefined)
          ? [...new Set(parties as string[])].slice(0, parties.length === 1 ? 1 : 0).map((field) => ({
              field,
              description: `“${title}”只由“${titled(field)}”执行`,
            }))
          : []),
        ...marks.map((field) => ({ field, description: `“${title}”要核对“${titled(field)}”` })),
        ...(due?.field === undefined
          ? []
          : [{ field: due.field, description: `“${title}”按“${titled(due.field)}”到期` }]),
      ]
    })
}

/** A step that leads to where others are taken by a field leaves that field filled in. */
function checkEntered({ context, document, type, flow }: FlowCheck): void {
  const reported = new Set<string>()
  for (const [index, step] of type.lifecycle.transitions.entries())
    for (const { field, description } of needsIn(type, step.to)) {
      if (!flow.fields.includes(field) || reported.has(field)) continue
      const empty = step.from.filter((from) => !flow.after(step, from).has(field))
      if (empty.length < step.from.length) continue
      reported.add(field)
      const { title, place } = { title: step.title, place: toReportPath(index, step) }
      context.report(document, place, {
        slug: 'field_empty',
        message: `流转“${title}”之后“${type.fields.find(({ name }) => name === field)?.title ?? field}”仍为空，后续流转${description}，无法办理：请在此步填写 ${field}`,
        found: field,
        key: place.length === 2,
      })
    }
}

/**
 * Returns the path of the first effect that writes, as its field may be the wrong one; else the path of the target
 * state.
 */
function toReportPath(index: number, { claim, do: effects = [] }: Transition): Path {
  const path = ['transitions', index]
  if (claim) return [...path, 'claim', 'field']
  const writing = effects.flatMap((effect, at) => (isWriting(effect) ? [at] : []))
  return writing.length > 0 ? [...path, 'do', writing[0] as number] : [...path, 'to']
}

/** Of the ways into a state one empties a field that another leaves filled in. */
function checkEmptied({ context, document, type, flow }: FlowCheck): void {
  const { transitions } = type.lifecycle
  for (const field of flow.fields)
    for (const [index, step] of transitions.entries()) {
      const emptying = transitions.find(
        (other) =>
          other !== step &&
          other.to === step.to &&
          writesOf(other).some(([name, is]) => name === field && !is),
      )
      if (!emptying || writesOf(step).some(([name]) => name === field)) continue
      const kept = step.from.find((from) => flow.mayHold(from, field) && flow.after(step, from).has(field))
      if (kept === undefined || step.to === kept) continue
      context.report(document, ['transitions', index], {
        slug: 'field_kept',
        message: `流转“${step.title}”与“${emptying.title}”都回到“${type.lifecycle.states[step.to]?.title ?? step.to}”，后者清空“${type.fields.find(({ name }) => name === field)?.title ?? field}”，前者没有：请在 do 中加上 { "set": { "${field}": null } }`,
        found: field,
      })
      return
    }
}

/**
 * Reports a notice without receiver: the field that names its receiver is empty both before and after the transition.
 */
function checkReceivers({ context, document, type, flow }: FlowCheck): void {
  for (const [index, step] of type.lifecycle.transitions.entries())
    for (const [at, effect] of (step.do ?? []).entries())
      for (const [to, receiver] of receiversOf(effect).entries()) {
        const field = typeof receiver === 'string' ? partyField(receiver) : undefined
        if (field === undefined || !flow.fields.includes(field)) continue
        const isForFormerReaders = isForLosers(effect)
        if (
          step.from.some((from) =>
            isForFormerReaders ? flow.mayHold(from, field) : flow.after(step, from).has(field),
          )
        )
          continue
        context.report(document, ['transitions', index, 'do', at, 'to', to], {
          slug: 'notice_unnamed',
          message: `流转“${step.title}”之${isForFormerReaders ? '前' : '后'}“${type.fields.find(({ name }) => name === field)?.title ?? field}”为空，通知无人接收：请先填写 ${field}，或改写接收人`,
          found: String(receiver),
        })
      }
}

const receiversOf = (effect: Effect) => (isNotify(effect) ? effect.to : [])
