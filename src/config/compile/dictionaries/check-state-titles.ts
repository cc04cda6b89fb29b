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
      here.at('states', name).report('state_words.missing', {
        found: name,
        known: labels.keys(),
        key: true,
        title,
        dictionary: STATE_DICTIONARY,
      })
    if (label === undefined || label === title) continue
    here
      .at('states', name, 'title')
      .report('state_words.other', { found: title, expected: label, name, dictionary: STATE_DICTIONARY })
  }
}
