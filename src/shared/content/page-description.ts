// Describes an item's page for places that do not show it: tabs, shared links, search engines. Also gives its title
// there.

import { shortenText } from '#shared/formats/text-length.ts'
import type { Field } from '#shared/model/content-model.ts'

/** A field as far as it takes to say its value. */
export interface DescribedField extends Pick<Field, 'name' | 'type' | 'dict'> {
  readonly unit?: string
}

export interface Share {
  /** Placeholders of the item, which `fields` say. */
  readonly title: string
  readonly description: string
  /** The field with the picture, or an address of the portal's own. */
  readonly image?: string
  readonly fields: readonly DescribedField[]
  /** Set where everybody reads the items at `/share/<type>/<id>`. */
  readonly type?: string
}

export const TITLE_LENGTH = 60
export const DESCRIPTION_LENGTH = 150

export function shareAddress(type: string, id: string): string {
  return `/share/${type}/${encodeURIComponent(id)}`
}

/** Returns the address of the picture for shared links: a PNG, as messengers read no SVG. */
export const sharePicture = (type: string, id: string): string => `${shareAddress(type, id)}/picture.png`

/**
 * Returns the text on one line, shortened to at most `most` characters with “…”, because tabs, bookmarks and search
 * results have little space.
 *
 * @example
 * cut('排水\n抢险车', 4) // → '排水 …'
 */
export function cut(text: string, most: number): string {
  return shortenText(text.replace(/\s+/g, ' ').trim(), most)
}

const CLAUSE = /（[^（）]*）|[^，。；（]+[，。；]?|[，。；（]/g
const PLACEHOLDER = /\{item\.(\w+)\}/g

/**
 * Fills the placeholders `{item.name}` of a description by `format`. A clause is omitted if all of its placeholders
 * are empty.
 *
 * @example
 * fillDescription('级别{item.level}，预算{item.budget}。', (name) => (name === 'level' ? '国家级' : ''))
 * // → '级别国家级'
 */
export function fillDescription(text: string, format: (name: string) => string): string {
  const clauses = (text.match(CLAUSE) ?? []).map((clause) => {
    const values = [...clause.matchAll(PLACEHOLDER)].map(([, name = '']) => format(name))
    if (values.length > 0 && values.every((one) => one === '')) return ''
    return clause.replace(PLACEHOLDER, () => values.shift() ?? '')
  })
  return clauses
    .join('')
    .replace(/[，；]$/, '')
    .replace(/([。！？])。/g, '$1')
}
