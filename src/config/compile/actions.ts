// Owns the compilation of a page's actions: what all have, and then what each kind makes of the rest.
import type { Action } from '../../shared/page-model.ts'
import type { Path } from '../document.ts'
import { ACTION_KINDS } from '../generated/action-kinds.ts'
import type { WrittenAction } from '../generated/written.ts'
import { checkButtonSays } from '../rules/button-says.ts'
import { checkCondition } from './page-conditions.ts'
import type { Place } from './scope.ts'

export function compileActions(place: Place, path: Path, written: readonly WrittenAction[] = []): Action[] {
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
    if (compiled) checkButtonSays(shown, at, action, compiled)
    return compiled ?? []
  })
}
