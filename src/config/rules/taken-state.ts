// Owns the rule that a button that answers for an item above is shown only where that answer is taken.
import type { Condition } from '../../shared/condition.ts'
import type { Link } from '../../shared/page-model.ts'
import type { Place } from '../compile/scope.ts'
import type { Path } from '../document.ts'
import type { WrittenSource } from '../generated/written.ts'

/** What is handed in on a form page. */
function submittedOn({ world }: Place, page: string): string | undefined {
  const { submit } = (world.context.of('page').get(page)?.value ?? {}) as { readonly submit?: WrittenSource }
  return typeof submit === 'string' ? submit : submit?.operation
}

/** The states that a button's condition names; undefined where it names none. */
function statesOf(when: Condition | undefined): readonly string[] | undefined {
  const test = (when as Readonly<Record<string, unknown>> | undefined)?.['item.status']
  if (typeof test === 'string') return [test]
  return Array.isArray(test) ? test.map(String) : undefined
}

/** `path` is that of the action that opens the link. */
export function checkTakenState(place: Place, path: Path, link: Link, when: Condition | undefined): void {
  const { world, document, type } = place
  const operation = world.operations.get(submittedOn(place, link.page) ?? '')
  const { takes } = world.contentTypes.get(operation?.content?.type ?? '') ?? {}
  const code = takes && link.params[takes.field]
  const to = takes?.steps[String(code)]
  const states = statesOf(when)
  if (!type || !takes || to === undefined || !states) return
  const from = type.lifecycle.transitions.flatMap((step) => (step.to === to ? step.from : []))
  const shut = states.filter((state) => Object.hasOwn(type.lifecycle.states, state) && !from.includes(state))
  if (shut.length === 0) return
  const titles = shut.map((state) => type.lifecycle.states[state]?.title)
  const known = Object.entries(takes.steps).flatMap(([value, state]) => {
    const ways = type.lifecycle.transitions.flatMap((step) => (step.to === state ? step.from : []))
    return states.every((one) => ways.includes(one)) ? [value] : []
  })
  world.context.report(document, [...path, 'params', takes.field], {
    slug: 'taken_state',
    message: `按钮在“${titles.join('、')}”时也显示，那时“${type.title}”却不能变为“${type.lifecycle.states[to]?.title ?? to}”（${takes.field} = ${String(code)}），按下去总被拒绝`,
    found: String(code),
    known,
  })
}
