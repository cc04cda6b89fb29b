// Declares parameter sets: fields that an item has because of its category.
import type { Field } from '#shared/model/content-model.ts'

/** A tree of categories; those of the last level have parameters, those above offer what all below share. */
export interface ParameterFamily {
  readonly name: string
  readonly title: string
  /** The dictionary that the categories of each level make up, from the top. */
  readonly levels: readonly string[]
  /** True if pictures of the categories exist beside their files. */
  readonly pictures?: boolean
  /** Categories in the order of the tree, each before what is below it. */
  readonly sets: readonly ParameterSet[]
}

/**
 * A category of a parameter family, with its parameters. A category of the last level has parameters of its items;
 * a higher one has those that all of its descendants share, in one unit.
 *
 * @example
 * const unitOf = ({ fields }: ParameterSet, name: string) => fields.find((field) => field.name === name)?.unit
 */
export interface ParameterSet {
  readonly id: string
  readonly title: string
  readonly parent?: string
  /** 0 for the top of the tree. */
  readonly level: number
  /** True if items belong to this category itself, not only to its descendants. */
  readonly isLast: boolean
  readonly alias: readonly string[]
  /** The unit in which pieces are counted, such as 台. */
  readonly measure?: string
  readonly description?: string
  readonly groups: readonly ParameterGroup[]
  /** Of the last level its own; above, those that all below share, in one unit. Their names are keys of the set. */
  readonly fields: readonly Field[]
  /** Address of the module that validates answers by `setSchema`; of a compiled set. */
  readonly validatorUrl?: string
}

export interface ParameterGroup {
  readonly title: string
  /** Names of its fields. */
  readonly fields: readonly string[]
}

/** A parameter as shown on a card. */
export interface KeyFigure {
  readonly name: string
  readonly title: string
  readonly type: Field['type']
  readonly unit?: string
  readonly dict?: string
}

/** Maximum number of key figures of a category: more than one card shows, as some items lack the first ones. */
const MAX_FIGURES = 6

/** The address of the key figures of all sets of a family. */
export const keyFiguresAddress = (family: string): string => `/config/figures/${family}.json`

/** Of each category of the last level its first parameters, in the order of its file. */
export function keyFiguresOf({ sets }: ParameterFamily): Readonly<Record<string, readonly KeyFigure[]>> {
  const toFigure = ({ name, title, type, unit, dict }: Field): KeyFigure => ({
    name,
    title,
    type,
    ...(unit === undefined ? {} : { unit }),
    ...(dict === undefined ? {} : { dict }),
  })
  return Object.fromEntries(
    sets
      .filter(({ isLast }) => isLast)
      .map(({ id, fields }) => [id, fields.slice(0, MAX_FIGURES).map(toFigure)]),
  )
}

export function findSet(
  { families }: { readonly families: readonly ParameterFamily[] },
  family: string | undefined,
  id: string,
): ParameterSet | undefined {
  return families.find(({ name }) => name === family)?.sets.find((set) => set.id === id)
}
