// Finds hooks of a portal's own code that would never run: of unknown types, and of unknown names.
import { messageOf } from '#config/load/codes.ts'
import { nearestName } from '#config/load/nearest-name.ts'
import type { Problem } from '#config/load/problem.ts'
import { HOOK_NAMES } from '#shared/calls/hook-names.ts'

type HookCode = 'hook_type' | 'hook_name'

/** Returns the problems of the hooks that a portal's code adds to a type. The code as it is built keeps no line. */
export function hookProblems(types: readonly string[], type: string, names: readonly string[]): Problem[] {
  const report = (slug: HookCode, found: string, known: readonly string[]): Problem => {
    const nearest = nearestName(found, known)
    const hint = nearest === undefined ? `可用的有 ${known.join('、')}` : `您是不是想写“${nearest}”？`
    return {
      slug,
      severity: 'error',
      file: 'handlers',
      line: 1,
      column: 1,
      message: messageOf(slug, { found, type, hint }),
      found,
      ...(nearest === undefined ? {} : { nearest }),
    }
  }
  const isKnown = (name: string) => (HOOK_NAMES as readonly string[]).includes(name)
  const unknown = names.filter((name) => !isKnown(name))
  return [
    ...(types.includes(type) ? [] : [report('hook_type', type, types)]),
    ...unknown.map((name) => report('hook_name', name, HOOK_NAMES)),
  ]
}
