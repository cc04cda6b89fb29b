// Describes the effect of an operation for the audit log.

import type { Place } from '#config/load/place.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import { type ContentAction, isContentAction, type Operation } from '#shared/model/operation-model.ts'

/** Of `title` by each action that is no transition. */
const DEEDS: Readonly<Partial<Record<ContentAction, (title: string) => string>>> = {
  list: (title) => `查看${title}列表`,
  manage: (title) => `查看${title}管理列表`,
  info: (title) => `查看${title}`,
  view: (title) => `浏览${title}`,
  like: (title) => `点赞${title}`,
  checkLike: (title) => `查看是否点赞${title}`,
  related: (title) => `查看相关${title}`,
  tree: (title) => `查看${title}及其下级`,
  ancestors: (title) => `查看${title}及其上级`,
  neighbours: (title) => `查看相邻的${title}`,
  statistic: (title) => `查看${title}统计`,
  trend: (title) => `查看${title}关注趋势`,
  portrait: (title) => `查看${title}画像`,
  facets: (title) => `查看${title}筛选项`,
  categories: (title) => `查看${title}类目`,
  parameters: (title) => `查看${title}参数`,
  compare: (title) => `比对${title}参数`,
  stars: (title) => `比对${title}星级`,
  add: (title) => `发布${title}`,
  update: (title) => `修改${title}`,
  set: (title) => `修改${title}`,
  own: (title) => `查看本人的${title}`,
  save: (title) => `保存${title}`,
  standing: (title) => `查看本人在${title}中的身份`,
  checkSubmitted: (title) => `查看是否已提交${title}`,
  commentList: (title) => `查看${title}的评论`,
  commentAdd: (title) => `评论${title}`,
  commentLike: (title) => `点赞${title}的评论`,
  commentDelete: (title) => `删除${title}的评论`,
  commentReport: (title) => `举报${title}的评论`,
  bulk: (title) => `批量办理${title}`,
}

interface Of {
  /** The content type's. */
  readonly title: string
  readonly lifecycle: Lifecycle
  /** The audit action that the endpoint declares itself. */
  readonly written?: string
}

/** A transition is called as its lifecycle calls it. */
export function describeAuditAction(action: string, { title, lifecycle, written }: Of): string {
  if (written !== undefined) return written
  const step = lifecycle.transitions.find((transition) => transition.action === action)
  return (isContentAction(action) ? DEEDS[action]?.(title) : undefined) ?? `${step?.title ?? '办理'}${title}`
}

const MAX_TITLE_LENGTH = 20
/** Characters that separate an audit action from its explanation. */
const EXPLAINS = /[；：，。（]/

/** A summary that explains how to call is no account of what somebody did. */
export function checkAuditAction(here: Place, { id, deed: auditAction }: Operation): void {
  if (auditAction.length <= MAX_TITLE_LENGTH && !EXPLAINS.test(auditAction)) return
  here.at('summary').report({
    slug: 'deed_missing',
    message: `操作“${id}”的 summary 是接口说明：请另写 deed，供审计日志说明所做的事，如“列入黑名单”`,
  })
}
