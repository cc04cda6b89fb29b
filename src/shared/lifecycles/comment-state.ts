// Owns the states of a comment, which are the engine's own and no lifecycle's.

export const COMMENT = {
  waiting: 'pending',
  shown: 'online',
  refused: 'refused',
  deleted: 'deleted',
} as const

export type CommentState = (typeof COMMENT)[keyof typeof COMMENT]
