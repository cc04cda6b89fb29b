// Checks that a state has the same title in its lifecycle and in the dictionary that lists and receipts use.

import type { Place } from '#config/load/place.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'

/** The dictionary of the states of all lifecycles. */
export const STATE_DICTIONARY = DICTIONARY.states

/** `isListed`: whether lists of the states are made, in which each one needs a name. */
export function checkStateTitles(here: Place, { states }: Lifecycle, isListed: boolean): void {
  const { items = [] } = here.context.of('dictionary').get(STATE_DICTIONARY)?.value ?? {}
  const labels = new Map(items.map(({ value, label }) => [value, label]))
  for (const [name, { title }] of Object.entries(states)) {
    const label = labels.get(name)
    if (label === undefined && isListed)
      here
        .at('states', name)
        .report(
          'state_words',
          `状态“${name}”（${title}）在字典 ${STATE_DICTIONARY} 中没有名称，列表和受理结果只能显示“${name}”：请在 schemas/dictionaries/${STATE_DICTIONARY}.json 中加上`,
          { found: name, known: labels.keys(), key: true },
        )
    if (label === undefined || label === title) continue
    here
      .at('states', name, 'title')
      .report(
        'state_words',
        `状态“${name}”在此处名为“${title}”，在字典 ${STATE_DICTIONARY} 中名为“${label}”：同一状态须用同一名称`,
        { found: title, expected: label },
      )
  }
}
