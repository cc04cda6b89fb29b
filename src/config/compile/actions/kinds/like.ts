// Compiles the action that likes an item.

import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'
import { toAccess } from '#config/compile/actions/operation-access.ts'
import { compileSource } from '#config/compile/links/compile-source.ts'
import { isForOthers } from '#shared/access/reaction-rules.ts'
import { openStates } from '#shared/lifecycles/lifecycle.ts'

export const ACTION: ActionKindFile = {
  compile({ at, written: { label = '点赞' }, shared }) {
    const operation = at.type?.operations.like
    const source = operation ? compileSource(at, { operation, params: { id: '{item.id}' } }) : null
    if (!at.type || !source) {
      at.report('action_endpoint.like')
      return null
    }
    return {
      do: 'like',
      label,
      source,
      ...toAccess(at.compilation.operations.get(source.operation)),
      states: openStates(at.type.lifecycle),
      notOwn: isForOthers('like'),
      ...shared,
    }
  },
}
