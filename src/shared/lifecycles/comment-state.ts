// Lists the states of a comment, which belong to the engine and to no lifecycle.

/**
 * The stored names of the states of a comment. They belong to the engine, not to a lifecycle.
 *
 * @example
 * const isPublic = (comment: { readonly status: string }) => comment.status === COMMENT.shown
 */
export const COMMENT = {
  waiting: 'pending',
  shown: 'online',
  refused: 'refused',
  deleted: 'deleted',
} as const

export type CommentState = (typeof COMMENT)[keyof typeof COMMENT]
