// Unrolls the review state of a lifecycle into the stages that a number of reviews asks for.

import type { WrittenLifecycle } from '#config/generated/written.ts'

type WrittenState = WrittenLifecycle['states'][string]
export type Stage = NonNullable<WrittenState['stages']>[number]

/** A transition; `stage` marks the reviews. */
export type ExpandedTransition = WrittenLifecycle['transitions'][number] & { readonly stage?: true }

/** A lifecycle as the compiler takes it, with the name of its file as `base`. */
export interface ExpandedLifecycle extends WrittenLifecycle {
  readonly base: string
  readonly states: Readonly<Record<string, WrittenState & { readonly stage?: string }>>
  readonly transitions: readonly ExpandedTransition[]
}

/** A transition with the index at which the file has it. */
export interface LocatedTransition {
  readonly transition: ExpandedTransition
  readonly index: number
}

type Unrolled = Pick<ExpandedLifecycle, 'initial' | 'states'> & {
  readonly transitions: readonly LocatedTransition[]
}

export const stagesFor = (
  { states }: WrittenLifecycle,
  template: string | undefined,
  reviews: number | undefined,
): readonly Stage[] =>
  (states[template ?? '']?.stages ?? []).filter(({ of }) => reviews !== undefined && of.includes(reviews))

/** With every stage in the place of the review state `template`. */
export function unrollStages(
  { initial, states, transitions }: WrittenLifecycle,
  template: string | undefined,
  stages: readonly Stage[],
): Unrolled {
  const located = transitions.map((transition, index) => ({ transition, index }))
  const [first] = stages
  if (template === undefined || !first) return { initial, states, transitions: located }
  const names = stages.map(({ state }) => state)
  /** A list of states, in which all stages stand for the review state. */
  const all = (list: readonly string[]) => list.flatMap((state) => (state === template ? names : [state]))
  const to = (state: string) => (state === template ? first.state : state)
  const reviewing = new Set(
    transitions
      .filter((step) => step.to === template && step.from.includes(template))
      .map(({ action }) => action),
  )
  const unrollTransition = ({ transition, index }: LocatedTransition): LocatedTransition[] => {
    const isReview = transition.from.includes(template) && reviewing.has(transition.action)
    const rest = { ...withStates(transition, all), to: to(transition.to) }
    if (!transition.from.includes(template)) return [{ index, transition: named(rest, first, first) }]
    const others = transition.from.filter((state) => state !== template)
    const isOnward = transition.to === template
    const staged = stages.flatMap((stage, at) => {
      const next = stages[at + 1]
      if (isReview && (isOnward ? !next : next)) return []
      const step = { ...rest, from: [stage.state], ...(isReview ? { stage: true as const } : {}) }
      return [
        {
          index,
          transition: named(isOnward && next ? { ...step, to: next.state } : step, stage, next ?? stage),
        },
      ]
    })
    const joined = isReview || namesStage(transition) ? staged : joinAlike(staged)
    return [
      ...joined,
      ...(others.length > 0 ? [{ index, transition: named({ ...rest, from: others }, first, first) }] : []),
    ]
  }
  const unrolledStates = Object.entries(states).flatMap(([name, { stages: _stages, ...state }]) =>
    name === template
      ? stages.map((stage) => [stage.state, { ...named(state, stage, stage), stage: stage.title }] as const)
      : [
          [
            name,
            named({ ...state, ...(state.edited ? { edited: to(state.edited) } : {}) }, first, first),
          ] as const,
        ],
  )
  return {
    initial: to(initial),
    states: Object.fromEntries(unrolledStates),
    transitions: located.flatMap(unrollTransition),
  }
}

/** One transition from several stages, where it says the same of each. */
function joinAlike(staged: readonly LocatedTransition[]): LocatedTransition[] {
  const [first] = staged
  if (!first) return []
  const from = staged.flatMap(({ transition }) => transition.from)
  return [{ ...first, transition: { ...first.transition, from } }]
}

const namesStage = (transition: ExpandedTransition): boolean =>
  /\{(?:stage|next)\}/.test(JSON.stringify(transition))

/** With all stages where readers and notices name the review state. */
function withStates(
  { readers, do: effects, ...transition }: ExpandedTransition,
  all: (list: readonly string[]) => readonly string[],
): ExpandedTransition {
  return {
    ...transition,
    ...(readers && {
      readers: readers.map((reader) =>
        typeof reader === 'string' ? reader : { ...reader, states: all(reader.states) },
      ),
    }),
    ...(effects && {
      do: effects.map((effect) =>
        'notify' in effect && effect.in ? { ...effect, in: all(effect.in) } : effect,
      ),
    }),
  }
}

/** With the titles of the stages in its texts. */
function named<Value>(value: Value, stage: Stage, next: Stage): Value {
  const fill = (inner: unknown): unknown => {
    if (typeof inner === 'string')
      return inner.replaceAll('{stage}', stage.title).replaceAll('{next}', next.title)
    if (Array.isArray(inner)) return inner.map(fill)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, fill(one)]))
  }
  return fill(value) as Value // of the same shape
}
