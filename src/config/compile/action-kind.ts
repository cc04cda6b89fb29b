// Owns what an action says of itself: how it is compiled.
import type { Action } from '../../shared/page-model.ts'
import type { Path } from '../document.ts'
import type { WrittenAction } from '../generated/written.ts'
import type { Place } from './scope.ts'

export interface ActionGiven<Written extends WrittenAction = WrittenAction> {
  readonly place: Place
  readonly path: Path
  readonly written: Written
  /** What actions of all kinds have. */
  readonly shared: Pick<Action, 'when' | 'icon' | 'primary'>
}

/** A method, so that each takes its own kind of action. */
export interface ActionKindFile<Written extends WrittenAction = WrittenAction> {
  /** Null when what it stands on could not be resolved (reported). */
  compile(given: ActionGiven<Written>): Action | null
}
