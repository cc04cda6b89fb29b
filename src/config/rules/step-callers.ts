// Owns the rule that whoever is shown the button of a step may make its call.
import type { Operation } from '../../shared/content-model.ts'
import type { Transition } from '../../shared/lifecycle.ts'
import { askerOf, audienceTitle, isInAudience, isRelation } from '../../shared/roles.ts'
import type { Place } from '../compile/scope.ts'
import type { Path } from '../document.ts'

/** `path` is that of the step's name; the button is shown to whom the steps of that name are for. */
export function checkStepCallers(
  { world, document, access = ['anyone'] }: Place,
  path: Path,
  steps: readonly Transition[],
  operation: Operation,
): void {
  const { roles } = world.context
  if (document.isMade) return
  const by = [...new Set(steps.flatMap((step) => step.by))]
  const isOpen = operation.access.some((one) => ['anyone', 'registered', 'participant'].includes(one))
  const kept = by.filter((one) => {
    if (isRelation(one)) return !isOpen && !operation.access.includes(one)
    const shown = roles.filter(
      (role) => isInAudience(askerOf(role), [one]) && isInAudience(askerOf(role), access),
    )
    return shown.length > 0 && !shown.some((role) => isInAudience(askerOf(role), operation.access))
  })
  const [step] = steps
  if (!step || kept.length === 0) return
  const name = operation.id.slice(operation.id.indexOf('.') + 1)
  world.context.report(document, path, {
    slug: 'step_callers',
    message: `${kept.map((one) => audienceTitle(roles, one)).join('、')}看得到“${step.title}”的按钮，接口“${operation.id}”却不对其开放，按下去总被拒绝：请在内容类型的 endpoints 中写明“${name}”（access 与流转的 by 一致），或去掉这个按钮`,
    found: step.action,
    expected: by.join(', '),
  })
}
