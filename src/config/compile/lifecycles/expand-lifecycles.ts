// Expands a lifecycle with reviews or a schedule into one for each way in which content types use it.
//
// What follows knows neither `stages` nor `schedule`: the expanded files take the place of the written ones.

import type { WrittenContentType, WrittenLifecycle } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { reachedFrom } from './check-states.ts'
import {
  type ExpandedLifecycle,
  type LocatedTransition,
  type Stage,
  stagesFor,
  unrollStages,
} from './review-stages.ts'
import { withoutScheduleFields, withScheduleFields } from './schedule-fields.ts'

/** The use of a lifecycle by a content type. */
interface Use {
  readonly reviews: number | undefined
  readonly isScheduled: boolean
}

/** Reports into `context`, whose files it replaces. Returns the valid files, with the expanded ones in place. */
export function expandLifecycles(
  context: Context,
  validDocuments: ReadonlySet<Document>,
): ReadonlySet<Document> {
  const valid = new Set(validDocuments)
  const contents = new Map(context.of('content'))
  const lifecycles = new Map<string, Document<WrittenLifecycle>>(context.of('lifecycle'))
  const expandedLifecycles = new Map<string, Document<ExpandedLifecycle>>()
  for (const [type, content] of contents) {
    const name = content.value.lifecycle
    const document = context.of('lifecycle').get(name)
    if (!document) continue
    const use = readUse(new Place(context, content), document.value)
    if (!isVariable(document.value) || !use) continue
    const expandedName = nameOf(name, use)
    const expanded = expandedLifecycles.get(expandedName) ?? expand(document, name, use)
    context.used.add(`lifecycle:${name}`)
    const next = expandContent(new Place(context, content), expandedName, expanded.value, use)
    expandedLifecycles.set(expandedName, expanded)
    lifecycles.set(expandedName, expanded).delete(name)
    contents.set(type, next)
    valid.delete(content)
    valid.delete(document)
    valid.add(expanded).add(next)
  }
  expandUnused(context, lifecycles, valid)
  context.documents.set('content', contents)
  context.documents.set('lifecycle', lifecycles)
  return valid
}

/** What no valid type uses is checked with the most reviews and its schedule. */
function expandUnused(
  context: Context,
  lifecycles: Map<string, Document<WrittenLifecycle>>,
  valid: Set<Document>,
): void {
  for (const [name, document] of context.of('lifecycle')) {
    if (lifecycles.get(name) !== document || !valid.has(document) || !isVariable(document.value)) continue
    const reviews = numbersOf(document.value).at(-1)
    const expanded = expand(document, name, { reviews, isScheduled: hasSchedule(document.value) })
    lifecycles.set(name, expanded)
    valid.delete(document)
    valid.add(expanded)
  }
}

/** Such as `editorial-3-schedule`. */
const nameOf = (name: string, { reviews, isScheduled }: Use): string =>
  [name, ...(reviews === undefined ? [] : [reviews]), ...(isScheduled ? ['schedule'] : [])].join('-')

const templateOf = ({ states }: WrittenLifecycle): string | undefined =>
  Object.keys(states).find((name) => states[name]?.stages !== undefined)

/** The numbers of reviews among which types choose. */
const numbersOf = (lifecycle: WrittenLifecycle): readonly number[] =>
  [...new Set((lifecycle.states[templateOf(lifecycle) ?? '']?.stages ?? []).flatMap(({ of }) => of))].sort()

const hasSchedule = ({ transitions }: WrittenLifecycle): boolean =>
  transitions.some(({ schedule }) => schedule === true)

const isVariable = (lifecycle: WrittenLifecycle): boolean =>
  templateOf(lifecycle) !== undefined || lifecycle.transitions.some(({ schedule }) => schedule !== undefined)

/** Undefined where the type asks for what the lifecycle does not offer. */
function readUse(here: Place<WrittenContentType>, lifecycle: WrittenLifecycle): Use | undefined {
  const { reviews, schedule } = here.document.value
  const template = templateOf(lifecycle)
  const numbers = numbersOf(lifecycle)
  const values = { title: lifecycle.title, numbers: numbers.join('、') }
  if (schedule && !hasSchedule(lifecycle))
    here.at('schedule').report('schedule_unoffered', { key: true, ...values })
  if (template === undefined) {
    if (reviews !== undefined) here.at('reviews').report('reviews_unoffered', { key: true, ...values })
  } else if (reviews === undefined) {
    here.at('lifecycle').report('reviews_number.missing', { found: here.document.value.lifecycle, ...values })
    return undefined
  } else if (!numbers.includes(reviews)) {
    here.at('reviews').report('reviews_number.other', { found: String(reviews), ...values })
    return undefined
  }
  return { reviews: template === undefined ? undefined : reviews, isScheduled: schedule === true }
}

function expand(
  document: Document<WrittenLifecycle>,
  base: string,
  { reviews, isScheduled }: Use,
): Document<ExpandedLifecycle> {
  const template = templateOf(document.value)
  const stages = stagesFor(document.value, template, reviews)
  const whole = unrollStages(document.value, template, stages)
  const chosen = whole.transitions
    .filter(({ transition: { schedule } }) => schedule === undefined || schedule === isScheduled)
    .map(({ transition: { schedule: _schedule, ...transition }, ...located }) => ({
      ...located,
      transition: isScheduled ? transition : withoutScheduleFields(transition),
    }))
  const { states, transitions } = withoutUnreached(whole, chosen)
  const value: ExpandedLifecycle = {
    ...document.value,
    initial: whole.initial,
    base,
    states,
    transitions: transitions.map(({ transition }) => transition),
  }
  const indexes = transitions.map(({ index }) => index)
  return { ...document, value, toWritten: (path) => toWritten(path, template, stages, indexes) }
}

/** Without the states, and the ways out of them, to which only left out transitions lead. */
function withoutUnreached(
  whole: Pick<ExpandedLifecycle, 'initial' | 'states'> & {
    readonly transitions: readonly LocatedTransition[]
  },
  chosen: readonly LocatedTransition[],
): { readonly states: ExpandedLifecycle['states']; readonly transitions: readonly LocatedTransition[] } {
  const reachedBy = (located: readonly LocatedTransition[]) =>
    reachedFrom(
      [whole.initial],
      located.map(({ transition: { from, to, back = [] } }) => [from, [to, ...back]]),
    )
  const [before, after] = [reachedBy(whole.transitions), reachedBy(chosen)]
  const isLeft = (state: string) => after.has(state) || !before.has(state)
  const states = Object.fromEntries(Object.entries(whole.states).filter(([name]) => isLeft(name)))
  const transitions = chosen.flatMap((located) => {
    const from = located.transition.from.filter(isLeft)
    return from.length === 0 ? [] : [{ ...located, transition: { ...located.transition, from } }]
  })
  return { states, transitions }
}

/** The place in the written file of a place in the expanded one. */
function toWritten(
  path: Path,
  template: string | undefined,
  stages: readonly Stage[],
  indexes: readonly number[],
): Path {
  const [part, name, ...rest] = path
  if (part === 'transitions' && typeof name === 'number') return [part, indexes[name] ?? name, ...rest]
  const isStage = part === 'states' && stages.some(({ state }) => state === name)
  return isStage && template !== undefined ? [part, template, ...rest] : path
}

/** Those to whom a submission is notified learn of a new item too, where it starts in review. */
function expandContent(
  here: Place<WrittenContentType>,
  lifecycle: string,
  { initial, states, transitions }: ExpandedLifecycle,
  { isScheduled }: Use,
): Document<WrittenContentType> {
  const { document } = here
  const { reviews: _reviews, schedule: _schedule, ...written } = document.value
  const submission = states[initial]?.stage
    ? transitions.find(({ kind, to }) => kind === 'submit' && to === initial)
    : undefined
  const added = (submission?.do ?? []).flatMap((effect) =>
    'notify' in effect ? [{ notify: effect.notify, to: effect.to }] : [],
  )
  const { events = {}, ...others } = written
  const add = [...(events.add ?? []), ...added]
  const told = add.length > 0 ? { events: { ...events, add } } : written.events ? { events } : {}
  const value = { ...others, ...told, lifecycle }
  return { ...document, value: isScheduled ? withScheduleFields(here, value) : value }
}
