// Chooses the examples of the reference: for each property of the language its shortest use in an accepted portal.
import { ROOTS, type Root } from '#shared/expressions/condition.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import { isSchema } from './language-paths.ts'
import type { ReferenceUse } from './reference-usage.ts'

export interface Example {
  /** The property with its value, as it is written. */
  readonly text: string
  readonly file: string
}

export interface Examples {
  readonly places: ReadonlyMap<string, Example>
  /** By family and name, such as `sections/items`. */
  readonly widgets: ReadonlyMap<string, Example>
  readonly placeholders: ReadonlyMap<Root, Example>
  readonly conditions: ReadonlyMap<Root, Example>
}

const WIDGET_KEYS: Readonly<Record<string, string>> = {
  'common#/$defs/section/properties/widget': 'sections',
  'common#/$defs/column/else/properties/cell': 'cells',
  'common#/$defs/filter/else/properties/widget': 'filters',
  'common#/$defs/fieldSchema/properties/x-widget': 'inputs',
}
/** Longer ones are cut inside; what is cut off is seen in the file. */
const MAX_EXAMPLE_LENGTH = 160

const isRoot = (name: string): name is Root => (ROOTS as readonly string[]).includes(name)

function textOf({ path, value }: ReferenceUse): string {
  const key = path.findLast((part) => typeof part === 'string')
  return `"${key}": ${JSON.stringify(value)}`
}

/** An empty list shows nothing of what it may hold. */
const weigh = (text: string): number => text.length + (/: (\[\]|\{\})$/.test(text) ? MAX_EXAMPLE_LENGTH : 0)

const shortened = (text: string): string =>
  text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)} …` : text

/** The uses of one portal, and the folder of its files. */
export interface ExampleSource {
  readonly uses: readonly ReferenceUse[]
  readonly folder: string
}

/** `sources` in the order in which they are preferred. */
export function chooseExamples(sources: readonly ExampleSource[]): Examples {
  const chosen = noExamples()
  for (const { uses, folder } of sources) {
    const best = noExamples()
    const offer = <Key>(found: Map<Key, Example>, key: Key, text: string, file: string) => {
      const known = found.get(key)
      if (known === undefined || weigh(text) < weigh(known.text))
        found.set(key, { text, file: `${folder}${file}` })
    }
    for (const use of uses) {
      const text = textOf(use)
      offer(best.places, use.place, text, use.file)
      const folderOfWidget = WIDGET_KEYS[use.place]
      if (folderOfWidget) offer(best.widgets, `${folderOfWidget}/${String(use.value)}`, text, use.file)
      for (const name of placeholdersOf(text)) {
        const [root = ''] = name.split('.')
        if (isRoot(root)) offer(best.placeholders, root, text, use.file)
      }
      if (!isSchema(use.value)) continue
      for (const root of rootsOf(use.value)) offer(best.conditions, root, text, use.file)
    }
    for (const key of Object.keys(chosen) as (keyof Examples)[]) fillIn<string>(chosen[key], best[key])
  }
  return chosen
}

const noExamples = () => ({
  places: new Map<string, Example>(),
  widgets: new Map<string, Example>(),
  placeholders: new Map<Root, Example>(),
  conditions: new Map<Root, Example>(),
})

/** Roots that its own keys begin with. */
const rootsOf = (value: object): Root[] =>
  Object.keys(value).flatMap((key) => {
    const [root = '', name] = key.split('.')
    return name !== undefined && isRoot(root) ? [root] : []
  })

function fillIn<Key>(known: Map<Key, Example>, found: ReadonlyMap<Key, Example>): void {
  for (const [key, { text, file }] of found)
    if (!known.has(key)) known.set(key, { text: shortened(text), file })
}
