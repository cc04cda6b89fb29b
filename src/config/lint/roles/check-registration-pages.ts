// Checks that each registration has one page of its own.

import type { WrittenSource } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Operation } from '#shared/model/operation-model.ts'

const operationOf = (source: WrittenSource): string =>
  typeof source === 'string' ? source : source.operation

export function checkRegistrationPages(context: Context, operations: readonly Operation[]): void {
  const pages = new Map<string, string[]>()
  for (const [id, { value }] of context.of('page')) {
    if (value.kind !== 'form' || value.submit === undefined) continue
    const operation = operationOf(value.submit)
    pages.set(operation, [...(pages.get(operation) ?? []), id])
  }
  const served = new Set(operations.flatMap(({ id, registers }) => (pages.has(id) ? [registers] : [])))
  const left = operations.filter(({ registers }) => registers !== undefined && !served.has(registers))
  // A role without a page registers in other ways, unless another registration has a page too many: that page was
  // meant for it.
  for (const { id, registers } of operations) {
    const duplicates = registers === undefined ? [] : (pages.get(id) ?? [])
    if (duplicates.length < 2) continue
    for (const page of duplicates) {
      const document = context.of('page').get(page)
      if (document)
        context.report(document, ['submit'], {
          slug: 'registration_pages',
          message: `页面${duplicates.map((one) => `“${one}”`).join('与')}办理同一种注册（${id}）${left.length > 0 ? `，而 ${left.map((one) => one.id).join('、')} 没有页面办理` : ''}，用户会注册为错误的类型：请改正其一`,
          found: id,
          known: left.map((one) => one.id),
        })
    }
  }
}
