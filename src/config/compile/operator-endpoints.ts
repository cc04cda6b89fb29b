// Owns the calls that operators need of a content type and that its file does not declare itself.
import type { Lifecycle } from '../../shared/lifecycle.ts'
import type { Audience } from '../../shared/roles.ts'
import type { Context } from '../context.ts'
import { ACTIONS } from './content-actions.ts'

interface Declared {
  readonly action?: string
}

interface Added {
  readonly at: string
  readonly access: readonly Audience[]
  readonly sort?: string
}

/** The page above all that is generated for operators; without it nothing is. */
export const OPERATOR_HOME = 'operator/home'
export const OPERATORS: readonly Audience[] = ['operator']

export function managesContent(context: Context): boolean {
  return context.of('page').has(OPERATOR_HOME) || context.isLost('page', OPERATOR_HOME)
}

/** Who sees what operators see: whoever may open the page above all of it. Only operators change anything. */
export function deskReaders(context: Context): readonly Audience[] {
  const { access = OPERATORS } = (context.of('page').get(OPERATOR_HOME)?.value ?? {}) as {
    readonly access?: Audience | readonly Audience[]
  }
  return [access].flat()
}

/** Operators manage what they may take from state to state; declarations and the like have pages of their own. */
export function isManaged(lifecycle: Lifecycle): boolean {
  return lifecycle.transitions.some(({ by }) => by.includes('operator'))
}

/** `manage` lists all states; the rest is added only where no endpoint has the action. */
export function operatorEndpoints(
  type: string,
  lifecycle: Lifecycle,
  declared: Readonly<Record<string, string | Declared>>,
  readers: readonly Audience[],
): Record<string, Added> {
  const taken = new Set(
    Object.entries(declared).flatMap(([name, value]) => [
      name,
      typeof value === 'string' ? name : (value.action ?? name),
    ]),
  )
  const steps = lifecycle.transitions.filter(({ by }) => by.includes('operator')).map(({ action }) => action)
  // What people hand in about themselves is theirs to write.
  const edits = taken.has('save') ? [] : (['add', 'update'] as const)
  const wanted = ['manage', 'info', ...edits, ...new Set(steps)] as const
  return Object.fromEntries(
    wanted
      .filter((action) => !taken.has(action))
      .map((action): [string, Added] => {
        const address = `/operator/${type}/${action}${action === 'info' ? '/{id}' : ''}`
        const at = `${ACTIONS[action]?.method ?? 'GET'} ${address}`
        const access = ACTIONS[action]?.writes ? OPERATORS : readers
        return [action, { at, access, ...(action === 'manage' ? { sort: '-updatedAt' } : {}) }]
      }),
  )
}
