// Checks that no value is offered twice for choice: nobody could tell which of the two is meant.
import type { Place } from '#config/load/place.ts'

interface Choice {
  readonly value: string
  readonly label?: string
  readonly title?: string
}

/** `here` is that of the list. */
export function checkDuplicates(here: Place, choices: readonly Choice[]): void {
  const names = new Map<string, string>()
  for (const [index, { value, label, title }] of choices.entries()) {
    const name = label ?? title ?? value
    const earlier = names.get(value)
    if (earlier === undefined) names.set(value, name)
    else here.at(index, 'value').report('value_duplicate.label', { found: value, earlier, name })
  }
}
