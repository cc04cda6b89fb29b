// Lists the hooks that a portal's own code may add to a content type, in the order in which they run.

/**
 * The hooks of a content type. The first five take part in writes, the last one in reads.
 *
 * @example
 * HOOK_NAMES.includes('afterPersist') // → true
 */
export const HOOK_NAMES = [
  'beforeValidate',
  'beforeTransition',
  'beforePersist',
  'afterPersist',
  'afterTransition',
  'afterRead',
] as const

export type HookName = (typeof HOOK_NAMES)[number]
