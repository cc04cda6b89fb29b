// Computes the metadata of the displayed item for use outside the page: tabs, shared links, search engines.

import { dictionaryLabel } from '#portal/core/configuration/dictionaries.ts'
import type { DisplayedItem } from '#portal/core/pages/displayed-item.ts'
import { toDate } from '#portal/ui/format/format-time.ts'
import { toText } from '#portal/ui/format/to-text.ts'
import { picturesOf } from '#portal/widgets/items/item-picture.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import {
  type DescribedField,
  fillDescription,
  shareAddress,
  sharePicture,
} from '#shared/content/page-description.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { Column } from '#shared/model/page-model.ts'
import type { DetailPage } from '#shared/model/pages/detail.ts'
import { toPlainText } from '#shared/rich-text/plain-text.ts'

const TEXTS = new Set(['long-text', 'rich-text', 'text'])
/** Longer texts are cut: only their beginning is read. */
const MAX_TEXT_LENGTH = 2_000

export function toItemMetadata(
  page: Pick<DetailPage, 'share' | 'body' | 'picture'>,
  item: Item,
  title: string,
): DisplayedItem {
  const { share, picture } = page
  if (!share) return { title, description: summaryOf(item, page.body) }
  const fieldText = (name: string): string => {
    const field = share.fields.find((one) => one.name === name)
    return field ? formatField(field, item) : toText(item[name])
  }
  // An item with an address of its own also has a picture for sharing.
  const image =
    share.type && item.id ? sharePicture(share.type, toText(item.id)) : imageOf(share.image, item, picture)
  return {
    title,
    name: fillDescription(share.title, fieldText),
    description: fillDescription(share.description, fieldText) || summaryOf(item, page.body),
    ...(image ? { image } : {}),
    ...(share.type && item.id ? { address: shareAddress(share.type, toText(item.id)) } : {}),
  }
}

/** Names of regions are no reason to read them all. */
function formatField({ name, type, dict, unit }: DescribedField, item: Item): string {
  const value = item[`${name}Title`] ?? item[name]
  if (value === null || value === undefined || value === '' || type === 'region') return ''
  if (type === 'rich-text') return toPlainText(cutLetters(toText(value), MAX_TEXT_LENGTH))
  if (type === 'date' || type === 'date-time') return toDate(value)
  const words = [value].flat().map((one) => (dict ? dictionaryLabel(dict, toText(one)) : toText(one)))
  const text = words.filter((one) => one !== '').join('、')
  return text && unit ? `${text} ${unit}` : text
}

function imageOf(image: string | undefined, item: Item, picture: DetailPage['picture']): string | undefined {
  if (image?.startsWith('/')) return image
  const field = /^\{item\.(\w+)\}$/.exec(image ?? '')?.[1]
  const own = field === undefined ? item : { ...item, cover: [item[field]].flat()[0] }
  return picturesOf(own, picture)[0]?.url
}

/** The first of its texts, without its formatting; empty where it has none. */
function summaryOf(item: Item, body: readonly Column[]): string {
  for (const { field } of body) {
    const value = item[field.name]
    if (!TEXTS.has(field.type) || typeof value !== 'string' || value === '') continue
    const words = toPlainText(cutLetters(value, MAX_TEXT_LENGTH)).replace(/\s+/g, ' ').trim()
    if (words) return words
  }
  return ''
}
