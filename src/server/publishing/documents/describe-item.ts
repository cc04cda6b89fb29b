// Describes an item for readers without scripts: its title and fields in words, without codes.

import {
  cut,
  DESCRIPTION_LENGTH,
  type DescribedField,
  fillDescription,
  type Share,
  TITLE_LENGTH,
} from '#shared/content/page-description.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Column } from '#shared/model/page-model.ts'
import { toPlainText } from '#shared/rich-text/plain-text.ts'
import { type FeedItem, formatField } from './entry-words.ts'
import { toAddresses } from './structured-data.ts'

export interface DescriptionContext {
  readonly model: Model
  readonly type: ContentType
  /** Such as `https://portal.example`. */
  readonly origin: string
}

interface ItemDescription {
  readonly title: string
  readonly description: string
  /** With its origin. */
  readonly image: string | undefined
}

export function describeItem(around: DescriptionContext, share: Share, item: FeedItem): ItemDescription {
  const describe = (name: string): string => {
    const field = share.fields.find((one) => one.name === name)
    if (field) return describeField(around.model, field, item)
    const value = item[name]
    return value === null || value === undefined ? '' : [value].flat().join('、')
  }
  const title = cut(fillDescription(share.title, describe), TITLE_LENGTH)
  return {
    title: title || cut(String(item.title ?? ''), TITLE_LENGTH) || around.type.title,
    description: cut(fillDescription(share.description, describe), DESCRIPTION_LENGTH),
    image: imageOf(around, share, item),
  }
}

/** Formatted text without its formatting. */
export function describeField(
  { dictionaries }: Pick<Model, 'dictionaries'>,
  field: DescribedField,
  item: FeedItem,
  options?: Column['options'],
): string {
  const value = item[field.name]
  if (field.type === 'rich-text') return typeof value === 'string' ? toPlainText(value) : ''
  return formatField(dictionaries, field, item, options)
}

function imageOf(around: DescriptionContext, { image }: Share, item: FeedItem): string | undefined {
  if (image?.startsWith('/')) return `${around.origin}${image}`
  const name = /^\{item\.(\w+)\}$/.exec(image ?? '')?.[1]
  return name === undefined ? undefined : toAddresses(around, { name }, item)?.[0]
}
