// Checks transitions that need several people: more than one may execute them, and all agree to the same version.

import type { Place } from '#config/load/place.ts'
import { audienceTitle } from '#shared/access/roles.ts'
import type { Lifecycle, Transition } from '#shared/lifecycles/lifecycle.ts'

/** Each is one person. */
const ALONE: ReadonlySet<string> = new Set(['owner', 'parent.owner'])

export function checkQuorum(here: Place, { states, transitions }: Lifecycle, index: number): void {
  const step = transitions[index] as Transition
  const { title, quorum, by, from, to, kind, afterEdit, due, claim } = step
  if (quorum === undefined) return
  const report = (slug: string, message: string) =>
    here.at('transitions', index, 'quorum').report({ slug, message, key: true })
  if (by.every((who) => ALONE.has(who)) && by.length < quorum)
    report(
      'quorum_people',
      `流转“${title}”须 ${quorum} 人分别办理，by 中却只有${by.map((who) => audienceTitle(here.context.roles, who)).join('、')}`,
    )
  if (from.includes(to) || kind === 'submit' || kind === 'withdraw' || afterEdit || due || claim)
    report(
      'quorum_step',
      `流转“${title}”须 ${quorum} 人分别办理：不能是提交或收回（kind），不能带 afterEdit、due、claim，也不能回到起点`,
    )
  for (const name of from) {
    const state = states[name]
    if (state?.editable)
      report(
        'quorum_editable',
        `状态“${state.title}”的内容仍可由发布者修改，各办理人同意的可能不是同一份：流转“${title}”不能用 quorum`,
      )
    if (Object.values(states).some(({ edited }) => edited === name))
      report(
        'quorum_change',
        `状态“${state?.title ?? name}”中有修改稿等待审核，修改稿由一人决定：流转“${title}”不能用 quorum`,
      )
  }
}
