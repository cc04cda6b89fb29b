// Generates the calls that operators need of a content type and that its file does not declare itself.

import { sitePage } from '#config/compile/site/compile-site.ts'
import type { Context } from '#config/load/context.ts'
import { type Audience, GRANTS, isNamed, namesGrant, rolesWith } from '#shared/access/roles.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'
import { isContentAction } from '#shared/model/operation-model.ts'
import { ACTION_DEFINITIONS } from './content-actions.ts'

interface Declared {
  readonly action?: string
}

interface Added {
  readonly at: string
  readonly access: readonly Audience[]
  readonly sort?: string
}

/** The roles of those who moderate. */
export const moderators = ({ roles }: Pick<Context, 'roles'>): readonly Audience[] =>
  rolesWith(roles, GRANTS.moderate)

/** Returns the moderators, and those of the other readers that the transitions name. */
function deciders(
  { roles }: Pick<Context, 'roles'>,
  by: readonly Audience[],
  readers: readonly Audience[],
): readonly Audience[] {
  const moderatorAudiences = moderators({ roles })
  const others = roles
    .filter(({ name, grants }) => by.some((audience) => isNamed({ id: '', role: name, grants }, audience)))
    .map(({ name }) => name)
  return [
    ...moderatorAudiences,
    ...readers.filter((reader) => others.includes(reader) && !moderatorAudiences.includes(reader)),
  ]
}

/**
 * Returns true if operators manage content in a console: `site.json` names a home page of the console, and this
 * page exists, valid or not. Without it, no calls and pages are generated for operators.
 *
 * @example
 * if (!managesContent(context)) return
 */
export function managesContent(context: Context): boolean {
  const home = sitePage(context, 'operatorHome')
  return home !== undefined && (context.of('page').has(home) || context.isInvalid('page', home))
}

/**
 * Returns the audiences that read the operator console: those who may open its home page, by default the roles that
 * moderate. Reading does not include changing: only operators change anything.
 *
 * @example
 * const readers = findConsoleReaders(context) // → ['operator', 'auditor'], for example
 */
export function findConsoleReaders(context: Context): readonly Audience[] {
  const home = sitePage(context, 'operatorHome') ?? ''
  return [context.of('page').get(home)?.value.access ?? moderators(context)].flat()
}

/**
 * Returns those readers of the console who manage items of the lifecycle: moderators and examiners, and of the others
 * those whom it names.
 */
export function findItemManagers(context: Context, lifecycle: Lifecycle): readonly Audience[] {
  const { editors = [], correctors = [], states, transitions } = lifecycle
  const named = [
    ...editors,
    ...correctors,
    ...transitions.flatMap(({ by }) => by),
    ...Object.values(states).flatMap(({ readers = [] }) => readers),
  ]
  const isForAll = (reader: Audience) =>
    [GRANTS.moderate, GRANTS.examine].some((grant) => namesGrant(context.roles, [reader], grant)) ||
    !context.roles.some(({ name }) => name === reader)
  return findConsoleReaders(context).filter((reader) => isForAll(reader) || named.includes(reader))
}

/** The transitions that the console offers: those of moderators and correctors; all of people where editors work in it. */
export const consoleTransitions = (
  { roles }: Pick<Context, 'roles'>,
  { editors, correctors = [], transitions }: Lifecycle,
): readonly Transition[] =>
  transitions.filter(({ by }) =>
    editors
      ? by.length > 0
      : namesGrant(roles, by, GRANTS.moderate) || by.some((who) => correctors.includes(who)),
  )

/** Operators manage what they may take from state to state; declarations and the like have pages of their own. */
export function isManaged({ roles }: Context, lifecycle: Lifecycle): boolean {
  return lifecycle.transitions.some(({ by }) => namesGrant(roles, by, GRANTS.moderate))
}

const findTransitions = ({ transitions }: Lifecycle, action: string): readonly Transition[] =>
  transitions.filter((step) => step.action === action)

/** The steps of those who moderate for which nothing is filled in. */
const forMany = (context: Context, lifecycle: Lifecycle): readonly Transition[] =>
  consoleTransitions(context, lifecycle).filter(({ form }) => form === undefined)

/** `manage` lists all states; the rest is added only where no endpoint has the action. */
export function operatorEndpoints(
  context: Context,
  type: string,
  lifecycle: Lifecycle,
  declared: Readonly<Record<string, string | Declared>>,
): Record<string, Added> {
  const taken = new Set(
    Object.entries(declared).flatMap(([name, value]) => [
      name,
      typeof value === 'string' ? name : (value.action ?? name),
    ]),
  )
  const readers = findItemManagers(context, lifecycle)
  const { editors = [], correctors = [] } = lifecycle
  const steps = consoleTransitions(context, lifecycle).map(({ action }) => action)
  // Content that people submit about themselves is theirs to write.
  const edits = taken.has('save') ? [] : (['add', 'update'] as const)
  const wanted = ['manage', 'info', ...edits, ...(steps.length > 0 ? ['bulk'] : []), ...new Set(steps)]
  return Object.fromEntries(
    wanted
      .filter((action) => !taken.has(action))
      .map((action): [string, Added] => {
        const address = `/operator/${type}/${action}${action === 'info' ? '/{id}' : ''}`
        const own = isContentAction(action) ? ACTION_DEFINITIONS[action] : undefined
        const asks = findTransitions(lifecycle, action).some(
          (step) => (step.form ?? step.remarks) !== undefined,
        )
        const at = `${own?.method ?? (asks ? 'POST' : 'GET')} ${address}`
        const taken = action === 'bulk' ? forMany(context, lifecycle) : findTransitions(lifecycle, action)
        const people = taken.flatMap((step) => step.by)
        const isEditing = action === 'add' || action === 'update' || people.includes('owner')
        const by = [...people, ...(isEditing ? editors : []), ...(action === 'update' ? correctors : [])]
        const access = own?.writes === false ? readers : deciders(context, by, readers)
        return [action, { at, access, ...(action === 'manage' ? { sort: '-updatedAt' } : {}) }]
      }),
  )
}
