// Reads the texts that every list shows of an item: its heading, its time, the keys of its cover.
import { toText } from '#portal/ui/format/to-text.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { SectionContent } from '#shared/model/page-model.ts'

/** The cell that shows such words. */
export const WORDS = 'words'
/** The property of an item that holds their name. */
export const WORDS_NAME = 'statusWords'

/** Of records without a title, such as accounts and applications: what they are known by. */
const NAMES = ['title', 'name', 'nickName', 'userName', 'receiptNo'] as const

export function headingOf(item: Item, content?: Pick<SectionContent, 'heading'>): string {
  const names = [content?.heading ?? 'title', ...NAMES].map((name) => toText(item[name]))
  return names.find((text) => text !== '') ?? '未命名'
}

export function momentOf(item: Item): unknown {
  return item.publishedAt ?? item.createdAt
}

/** From the most to the least particular. */
export function coverKeysOf(item: Item, category?: string): unknown[] {
  const zones = Array.isArray(item.zones) ? item.zones : []
  return [category ? item[category] : null, item.sysCategoryId, item.zone, zones[0], item.topicId, item.type]
}
