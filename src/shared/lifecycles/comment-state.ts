// Lists the states of a comment, which belong to the engine and to no lifecycle.

export const COMMENT = {
  waiting: 'pending',
  shown: 'online',
  refused: 'refused',
  deleted: 'deleted',
} as const

export type CommentState = (typeof COMMENT)[keyof typeof COMMENT]
