// Checks the timers of a lifecycle: each is declared, is started, and has a deadline.

import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import { isTimerEffect } from '#shared/lifecycles/effects.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import { statesAfter } from './states-after.ts'

export function checkTimers(here: Place, lifecycle: Lifecycle): void {
  const { clocks = {}, transitions } = lifecycle
  const known = new Set(Object.keys(clocks))
  const turned = transitions.flatMap(({ do: effects = [], to }, index) =>
    effects.flatMap((effect, at) =>
      isTimerEffect(effect) ? [{ effect, to, path: ['transitions', index, 'do', at] }] : [],
    ),
  )
  const refer = (path: Path, name: string) => {
    if (known.has(name)) return
    here.in(path).report({
      slug: 'clock_unknown',
      message: `计时“${name}”没有定义，请写在 clocks 中`,
      found: name,
      known,
    })
  }
  for (const { effect, path } of turned) {
    if ('start' in effect) refer([...path, 'start'], effect.start)
    else refer([...path, 'stop'], effect.stop)
  }
  for (const [index, { due, from, title }] of transitions.entries()) {
    if (due?.clock === undefined) continue
    const path = ['transitions', index, 'due', 'clock']
    refer(path, due.clock)
    if (due.after === undefined)
      here.in(path).report({
        slug: 'clock_after',
        message: `流转“${title}”的期限写了计时（clock），须用 after 写明满多久到期`,
      })
    const runs = statesAfter(
      lifecycle,
      turned.flatMap(({ effect, to }) => ('start' in effect && effect.start === due.clock ? [to] : [])),
    )
    if (known.has(due.clock) && !from.some((state) => runs.has(state)))
      here.in(path).report({
        slug: 'clock_never',
        message: `流转“${title}”的起点没有计时“${clocks[due.clock]?.title ?? due.clock}”：通向该起点的流转均未开始计时`,
        found: due.clock,
      })
  }
  for (const [name, { title }] of Object.entries(clocks))
    if (!transitions.some(({ due }) => due?.clock === name))
      here.at('clocks', name).report({
        slug: 'clock_idle',
        message: `计时“${title}”未被使用：没有流转的期限（due）以其为准，请删去`,
        key: true,
      })
}
