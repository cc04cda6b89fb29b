// Compiles `x-visible` with states: the audience that sees a field only while the item is in some of them.

import { reachedFrom } from '#config/compile/lifecycles/check-states.ts'
import { isServed } from '#config/compile/lifecycles/transition-availability.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
import { alwaysOf, type Viewer, type ViewerInStates, viewersIn } from '#shared/access/field-read-access.ts'
import {
  type Audience,
  audienceTitle,
  isGrantAudience,
  isNamed,
  type RoleModel,
} from '#shared/access/roles.ts'
import { isOnward, type Lifecycle, type Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

const isInStates = (viewer: Viewer): viewer is ViewerInStates => typeof viewer !== 'string'

/** The fields with their states by name; `lifecycle` is null for a form, whose answers have no states. */
export function compileViewers(here: Place, fields: readonly Field[], lifecycle: Lifecycle | null): Field[] {
  return fields.map((field) => {
    if (!field.visible?.some(isInStates)) return field
    const visible = field.visible.map((viewer, index): Viewer => {
      if (!isInStates(viewer)) return viewer
      const at = here.at('fields', 'properties', field.name, 'x-visible', index)
      if (alwaysOf(field.visible ?? []).includes(viewer.to))
        at.at('states').report('visible_twice', {
          field,
          who: audienceTitle(here.context.roles, viewer.to),
          viewer,
        })
      if (lifecycle === null) {
        at.report('visible_form', { field })
        return viewer
      }
      return { ...viewer, titles: viewer.states.map((state) => lifecycle.states[state]?.title ?? state) }
    })
    return { ...field, visible }
  })
}

interface Compiled {
  readonly type: ContentType
  readonly operations: readonly Operation[]
}

/** Checks that the users who write a field also see it; otherwise an edit loses its value. */
export function checkWriterSees(here: Place<WrittenContentType>, fields: readonly Field[]): void {
  const { properties } = here.document.value.fields
  for (const { name, title, visible, from, of, system } of fields) {
    if (!visible || from !== undefined || of !== undefined || system) continue
    if (properties[name]?.['x-set'] !== undefined) continue
    if (visible.some((viewer) => WRITERS.includes(isInStates(viewer) ? viewer.to : viewer))) continue
    here
      .at('fields', 'properties', name, 'x-visible')
      .report('visible_writer', { found: name, expected: 'owner', title })
  }
}

const WRITERS: readonly string[] = ['owner', 'participant', 'registered', 'anyone']

/**
 * Checks the states of `x-visible`. To be called when all types are compiled, since children may execute transitions
 * of an item.
 */
export function checkViewerStates(context: Context, contents: ReadonlyMap<string, Compiled>): void {
  // An invalid type may be the one that executes the transitions.
  if (context.invalidIds('content').length > 0) return
  const types = [...contents.values()].map(({ type }) => type)
  for (const { type, operations } of contents.values()) {
    const document = context.of('content').get(type.name)
    if (!document || context.isInvalid('lifecycle', type.lifecycle.name)) continue
    const here = new Place<unknown>(context, document, ['fields', 'properties'])
    checkDeciders(here, type)
    const reached = reachedStates(type, operations, types)
    for (const { name, visible = [] } of type.fields)
      for (const [index, viewer] of visible.entries())
        for (const [at, state] of (isInStates(viewer) ? viewer.states : []).entries())
          checkState(
            here.at(name, 'x-visible', index, 'states', at),
            type,
            viewer as ViewerInStates,
            state,
            reached,
          )
  }
}

/** Checks that at least one of those who process an item sees each required field, in at least one state. */
function checkDeciders(here: Place, { fields, lifecycle }: ContentType): void {
  const { states, transitions } = lifecycle
  const deciding = transitions.filter(
    (step) => isOnward(lifecycle, step) && step.by.some((who) => who !== 'owner'),
  )
  const deciders = [...new Set(deciding.flatMap(({ by }) => by))].filter((who) => who !== 'owner')
  if (deciders.length === 0) return
  for (const { name, title, visible, required, from, system } of fields) {
    if (!visible || !required || from !== undefined || system) continue
    const seen = Object.keys(states).flatMap((state) => viewersIn(visible, state))
    if (deciders.some((who) => isSeenBy(here.context.roles, seen, who))) continue
    // If nobody holds the role that sees the field, the problem is reported with the roles.
    if (seen.some((viewer) => isUnheld(here.context.roles, viewer))) continue
    const names = deciders.map((who) => audienceTitle(here.context.roles, who)).join('、')
    here.at(name, 'x-visible').report('visible_decider', { found: name, title, names })
  }
}

const isUnheld = (roles: readonly RoleModel[], viewer: Audience): boolean =>
  isGrantAudience(viewer) &&
  !roles.some(({ name, grants }) => isNamed({ id: '', role: name, grants }, viewer))

/** Returns true if some of `who` see the field. Relations to the item match only if they are named themselves. */
function isSeenBy(roles: readonly RoleModel[], viewers: readonly Audience[], who: Audience): boolean {
  if (viewers.includes(who) || WRITERS.some((one) => one !== 'owner' && viewers.includes(one))) return true
  return roles.some(({ name, grants }) => {
    const one = { id: '', role: name, grants }
    return isNamed(one, who) && viewers.some((viewer) => isNamed(one, viewer))
  })
}

function checkState(
  here: Place,
  { title, lifecycle, disclosure }: ContentType,
  { to }: ViewerInStates,
  state: string,
  reached: ReadonlySet<string>,
): void {
  const known = lifecycle.states[state]
  if (!known) {
    here.refers('state', '状态', state, new Map(Object.entries(lifecycle.states)))
    return
  }
  const readers = known.readers ?? disclosure?.otherwise ?? ['anyone' as const]
  const isRead = ['anyone', 'registered', 'participant', to].some((one) =>
    (readers as readonly string[]).includes(one),
  )
  if (!reached.has(state))
    here.report('visible_never', {
      found: state,
      known: reached,
      title,
      target: known,
      who: audienceTitle(here.context.roles, to),
    })
  else if (!isRead && to !== 'partner')
    here.report('visible_unread', {
      found: state,
      who: audienceTitle(here.context.roles, to),
      target: known,
      title,
    })
}

/** The states that an item comes to along the steps that somebody can take. */
function reachedStates(
  type: ContentType,
  operations: readonly Operation[],
  types: readonly ContentType[],
): ReadonlySet<string> {
  const { initial, transitions } = type.lifecycle
  const actions: readonly string[] = operations.flatMap(({ content }) => content?.action ?? [])
  const begun = operations.flatMap(({ content }) =>
    content?.action === 'add' && typeof content.fixed.status === 'string' ? [content.fixed.status] : [],
  )
  const isSubmission = (step: Transition) => step.kind === 'submit' && actions.includes('save')
  const open = transitions.filter((step) => isSubmission(step) || isServed(step, actions, [type], types))
  return reachedFrom(
    [initial, ...begun],
    open.map(({ from, to, back = [] }) => [from, [to, ...back]]),
  )
}
