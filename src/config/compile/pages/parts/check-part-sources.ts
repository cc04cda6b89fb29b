// Checks that a page's part reads a call that suits it, of the page's own type.

import type { PagePlace } from '#config/compile/links/compile-context.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** The actions that each kind of part may read, by the shape of the engine's result. */
export const READS = {
  one: ['info', 'own', 'standing'],
  many: ['list', 'manage', 'related', 'tree', 'categories', 'ancestors', 'own'],
  viewed: ['view'],
  neighbours: ['neighbours'],
  facets: ['facets'],
  compare: ['compare'],
  stars: ['stars'],
  statistic: ['statistic'],
} as const

const TITLES: Readonly<Record<keyof typeof READS, string>> = {
  one: '一条内容（info）',
  many: '列表（list）',
  viewed: '记一次浏览（view）',
  neighbours: '上一条与下一条（neighbours）',
  facets: '各筛选值的命中数（facets）',
  compare: '参数比对（compare）',
  stars: '比对星级（stars）',
  statistic: '统计（statistic）',
}

/**
 * Checks that a part reads a suitable call. Only calls of content are distinguished, since other calls declare their
 * own results; statistics exist for content only.
 */
export function checkReads(
  at: PagePlace,
  operation: Operation | undefined,
  wanted: keyof typeof READS,
): boolean {
  const { action, type } = operation?.content ?? {}
  if (!operation || (action === undefined && wanted !== 'statistic')) return true
  const suits = ({ content }: Operation) =>
    (READS[wanted] as readonly string[]).includes(content?.action ?? '')
  if (suits(operation)) return true
  const right = [...at.compilation.operations.values()].filter(
    (one) => one.content?.type === type && suits(one),
  )
  at.report('source_role', {
    found: operation.id,
    is: action === undefined ? '不是内容类型的接口' : `的动作是 ${action}`,
    wanted: TITLES[wanted],
    right: right.length ? `，可用：${right.map(({ id }) => id).join('、')}` : '',
  })
  return false
}

/** The number in the page's address is that of its own item. */
export function checkOwnType(at: PagePlace, operation: Operation | undefined): void {
  const type = operation?.content?.type
  const page = at.type
  if (page && type !== undefined && type !== page.name)
    at.report('source_type', { found: operation?.id ?? '', expected: page.name, operation, page })
}
