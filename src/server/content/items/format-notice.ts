// Formats the texts of notices: values as people read them, cut to the length of the columns.

import { areaName } from '#server/platform/areas/area-name.ts'
import { localTimeAt } from '#shared/formats/portal-time.ts'
import { shortenText } from '#shared/formats/text-length.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { NoticeTemplate } from '#shared/model/notice-model.ts'
import type { ItemRow } from './item-row.ts'
import type { TypePlan } from './type-plan.ts'

const MAX_TITLE_LENGTH = 60
const MAX_TEXT_LENGTH = 500
const PLACEHOLDER = /\{(item|event)\.(\w+)\}/g

export type EventValues = Readonly<Record<string, string | number | null | undefined>>

export interface NoticeText {
  readonly title: string
  readonly content: string
  /** Parameters of the page that it opens. */
  readonly params: Readonly<Record<string, string>>
}

export interface About {
  readonly plan: TypePlan
  readonly row: ItemRow
}

export function formatNotice(
  model: Model,
  template: NoticeTemplate,
  about: About | null,
  event: EventValues,
): NoticeText {
  const fill = (text: string): string => formatNoticeText(model, text, about, event)
  const params = Object.entries(template.open?.params ?? {}).map(([name, value]) => [
    name,
    fill(String(value)),
  ])
  return {
    title: shortenText(fill(template.title), MAX_TITLE_LENGTH),
    content: shortenText(fill(template.text), MAX_TEXT_LENGTH),
    params: Object.fromEntries(params),
  }
}

/** Fills `{item.<field>}` and `{event.<name>}`, values as people read them. */
export function formatNoticeText(
  model: Model,
  text: string,
  about: About | null,
  event: EventValues = {},
): string {
  return text.replace(PLACEHOLDER, (_, root: string, name: string) =>
    root === 'event' ? String(event[name] ?? '') : about ? formatItemField(model, about, name) : '',
  )
}

function formatItemField(model: Model, { plan, row }: About, name: string): string {
  if (name === 'id') return row.id
  if (name === 'type') return row.type
  const field = plan.byName.get(name)
  if (name === 'title' || field === undefined) return row.title
  return formatFieldValue(model, field, row.body[name])
}

function formatFieldValue({ dictionaries }: Model, field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  if (field.type === 'region') return areaName(text) ?? text
  if (field.dict)
    return (
      dictionaries.find(({ name }) => name === field.dict)?.items.find((item) => item.value === text)
        ?.label ?? text
    )
  if (field.type === 'date-time') return localTimeAt(new Date(text)).slice(0, 16).replace('T', ' ')
  return field.unit ? `${text}${field.unit}` : text
}
