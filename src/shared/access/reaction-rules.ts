// Lists the reactions that owners cannot make to their own content: the button is absent, and the server refuses.

export type ReactionName = 'like' | 'support' | 'collect' | 'report'

const NOT_TO_OWN: ReadonlySet<ReactionName> = new Set(['like', 'support', 'report'])

const WORDS: Readonly<Record<ReactionName, string>> = {
  like: '点赞',
  support: '支持',
  collect: '收藏',
  report: '举报',
}

/** Returns true if the reaction is only for others. */
export function isForOthers(reaction: ReactionName): boolean {
  return NOT_TO_OWN.has(reaction)
}

export function toOwnContentMessage(reaction: ReactionName): string {
  return `这是您自己发布的内容，不能${WORDS[reaction]}`
}
