// Declares plans of functions and triggers that the database runs for the items of a type; named by their definition.
import { createHash } from 'node:crypto'

export const TRIGGER_PREFIX = 'item_l_'

export interface TriggerPlan {
  /** What the names of its functions begin with; a changed definition is another plan. */
  readonly name: string
  /** In one transaction that has locked the table. */
  readonly statements: readonly string[]
}

/** `write` gets the name. */
export function toTriggerPlan(write: (name: string) => readonly string[]): TriggerPlan {
  const digest = createHash('sha256').update(write('').join('\n')).digest('hex').slice(0, 16)
  const name = `${TRIGGER_PREFIX}${digest}`
  return { name, statements: write(name) }
}

/** The plan to which a function or a violated limit belongs. */
export const planNameOf = (name: string): string => name.slice(0, TRIGGER_PREFIX.length + 16)

/** SQL of a function for triggers; `body` is its code in PL/pgSQL. */
export const triggerFunction = (name: string, body: string): string =>
  `create function ${name}() returns trigger language plpgsql as $counting$ ${body} $counting$`
