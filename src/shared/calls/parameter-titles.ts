// Gives the Chinese titles of parameters that many calls take; messages name a parameter by its title.

/** Pattern of ids. Nobody types an id, so the message for a missing one does not ask to fill it in. */
export const ID_PATTERN = '^[A-Za-z0-9_-]+$'

const TITLES: Readonly<Record<string, string>> = {
  id: '内容编号',
  ids: '内容编号',
  dataId: '内容编号',
  dataType: '业务类型',
  page: '页码',
  currentPage: '页码',
  limit: '每页条数',
  pageSize: '每页条数',
  sort: '排序',
  sortBy: '排序字段',
  sortOrder: '排序方向',
  keyWord: '关键词',
  mine: '只看本人的',
  received: '只看收到的',
  status: '状态',
  revision: '版本',
  change: '修改稿版本',
  reason: '原因',
  replyTo: '所回复的评论编号',
  submit: '是否提交',
}

/**
 * Returns the Chinese title of a parameter that many calls take, for messages; undefined for any other name.
 *
 * @example
 * parameterTitle('keyWord') // → '关键词'
 * parameterTitle('shelf') // → undefined
 */
export function parameterTitle(name: string): string | undefined {
  return Object.hasOwn(TITLES, name) ? TITLES[name] : undefined
}
