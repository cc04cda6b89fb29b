// Checks that operations bear the names of their handlers. Reports nearly equal names whose handler has no operation.

import type { WrittenApi } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { nearestName } from '#config/load/nearest-name.ts'
import { HANDLED_OPERATIONS } from '#shared/calls/handled-operations.ts'

/** Letters that differ in a slip; what differs in more may be a portal's own, which has its handler elsewhere. */
const slipOf = (name: string) => Math.min(3, Math.floor(name.length / 2))

export function checkHandled(
  context: Context,
  groups: readonly (readonly [string, Document<WrittenApi>])[],
): void {
  for (const [group, document] of groups) {
    const names = Object.keys(document.value.operations)
    const handled = HANDLED_OPERATIONS.flatMap((id) =>
      id.startsWith(`${group}.`) ? [id.slice(group.length + 1)] : [],
    )
    const missing = handled.filter((name) => !names.includes(name))
    for (const name of names) {
      const meant = handled.includes(name) ? undefined : nearestName(name, missing, slipOf(name))
      if (meant === undefined) continue
      context.report(document, ['operations', name], {
        slug: 'operation_unhandled',
        message: `操作“${group}.${name}”没有处理程序，程序处理的是“${group}.${meant}”：请写作“${meant}”；门户自己的操作请换一个不易混淆的名称`,
        found: name,
        expected: meant,
        key: true,
      })
      // References to the correct name are not reported.
      context.lose('operation', `${group}.${meant}`)
    }
  }
}
