// Compiles a page's actions: the shared properties first, then the properties of each kind.

import { checkCondition } from '#config/compile/conditions/page-conditions.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import type { WrittenAction } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import type { Action } from '#shared/model/page-model.ts'
import { checkButtonLabel } from './check-button-label.ts'
import { ACTION_KINDS } from './generated/action-kinds.ts'

export function compileActions(
  place: PageContext,
  path: Path,
  written: readonly WrittenAction[] = [],
): Action[] {
  return written.flatMap((action, index) => {
    const at = [...path, index]
    if (action.when) checkCondition(place, [...at, 'when'], action.when, place.record)
    const shared = {
      ...(action.when ? { when: action.when } : {}),
      ...(action.icon ? { icon: action.icon } : {}),
      ...(action.primary ? { primary: true } : {}),
    }
    const shown = action.when ? { ...place, shownWhen: [...(place.shownWhen ?? []), action.when] } : place
    const compiled = ACTION_KINDS[action.do].compile({ place: shown, path: at, written: action, shared })
    if (compiled) checkButtonLabel(shown, at, action, compiled)
    return compiled ?? []
  })
}
