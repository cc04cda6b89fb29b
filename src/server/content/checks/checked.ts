// Declares the part of a call that the checks of its content need.
import type { ActionContext } from '#server/content/action.ts'

export type Checked = Pick<ActionContext, 'db' | 'plan' | 'services' | 'within'> & {
  readonly call?: Pick<ActionContext['call'], 'request'>
}
