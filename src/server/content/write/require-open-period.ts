// Refuses submissions before the first day of the period or after its last.

import type { ActionContext } from '#server/content/action.ts'
import { Failure } from '#shared/calls/errors.ts'
import { dayAt } from '#shared/formats/portal-time.ts'
import type { Period } from '#shared/model/content-model.ts'

export type OpenPeriod = 'soon' | 'open' | 'over'

export function openingOf({ from, until }: Period = {}, now: Date): OpenPeriod {
  const today = dayAt(now)
  if (from !== undefined && today < from) return 'soon'
  return until !== undefined && today > until ? 'over' : 'open'
}

/** Checks only first submissions; an item that was sent back was in time. */
export function requireOpen(
  { plan, services }: Pick<ActionContext, 'plan' | 'services'>,
  { status }: { readonly status: string },
): void {
  const { period, title, lifecycle } = plan.type
  if (status !== lifecycle.initial) return
  const opening = openingOf(period, services.clock())
  if (opening === 'soon')
    throw new Failure('WRONG_STATE', {
      message: `${title}自 ${period?.from} 起受理，现在可以先填写，内容会存为草稿`,
    })
  if (opening === 'over')
    throw new Failure('WRONG_STATE', { message: `${title}已于 ${period?.until} 截止，不再受理` })
}
