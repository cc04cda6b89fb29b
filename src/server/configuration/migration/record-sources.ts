// Lists the sources of stored records: items, pending changes, drafts, answers.
import { type RawBuilder, sql } from 'kysely'
import type { Holder } from '#config/records/record-change.ts'
import type { Model } from '#shared/model/model.ts'

/** The kind of a stored row. */
export type RecordKind = 'item' | 'version' | 'left' | 'draft' | 'application' | 'answers'

export const PLACE_WORDS: Readonly<Record<RecordKind, string>> = {
  item: '条内容',
  version: '份待审核的修改',
  left: '份下线前的版本',
  draft: '份草稿',
  application: '个账号的申请资料',
  answers: '条流程记录',
}

export interface RecordSource {
  readonly place: RecordKind
  /** Tables with their condition, behind `from`. */
  readonly from: RawBuilder<unknown>
  /** Names a row, and sorts as text. */
  readonly key: RawBuilder<unknown>
  /** The object with the answers, by field. */
  readonly body: RawBuilder<unknown>
}

/** Items, and what is kept beside them. */
const ITEMS: readonly RecordKind[] = ['item', 'version', 'left']

/** Items, what waits beside them, and what others read of them last. */
export function itemSources(type: string, where: RawBuilder<unknown> = sql`true`): RecordSource[] {
  return [
    {
      place: 'item',
      from: sql`item where item.type = ${type} and ${where}`,
      key: sql`item.id`,
      body: sql`item.body`,
    },
    {
      place: 'version',
      from: sql`pending_version join item on item.id = pending_version.item_id
        where item.type = ${type} and ${where}`,
      key: sql`pending_version.item_id`,
      body: sql`pending_version.body`,
    },
    {
      place: 'left',
      from: sql`left_version join item on item.id = left_version.item_id
        where item.type = ${type} and ${where}`,
      key: sql`left_version.item_id`,
      body: sql`left_version.body`,
    },
  ]
}

function draftSource(form: string): RecordSource {
  return {
    place: 'draft',
    from: sql`draft where draft.form = ${form}`,
    key: sql`draft.user_id || ' ' || draft.key`,
    body: sql`draft.body`,
  }
}

function answerSources(form: string): RecordSource[] {
  return [
    {
      place: 'application',
      from: sql`account where account.form = ${form} and account.application is not null`,
      key: sql`account.id`,
      body: sql`account.application`,
    },
    {
      place: 'answers',
      from: sql`transition_log where transition_log.form = ${form} and transition_log.answers is not null`,
      key: sql`lpad(transition_log.id::text, 20, '0')`,
      body: sql`transition_log.answers`,
    },
  ]
}

/** Everything that was written with it. `model` says which types have parameters of the family. */
export function sourcesOf({ kind, name }: Holder, model: Pick<Model, 'contentTypes'>): RecordSource[] {
  if (kind === 'type') return [...itemSources(name), draftSource(name)]
  if (kind === 'form') return [draftSource(name), ...answerSources(name)]
  const [family = '', set = ''] = name.split('/')
  return model.contentTypes.flatMap((type) =>
    type.fields.flatMap(({ name: field, parameters }) =>
      parameters?.family === family ? setSources(type.name, { field, by: parameters.by, set }) : [],
    ),
  )
}

function setSources(
  type: string,
  { field, by, set }: { readonly field: string; readonly by: string; readonly set: string },
): RecordSource[] {
  return [...itemSources(type), draftSource(type)].map(({ place, from, key, body }) => ({
    place,
    from: sql`${from} and ${body} ->> ${by} = ${set}`,
    key,
    body: sql`(${body} -> ${field})`,
  }))
}

/**
 * Returns true for submitted records, false for forms that are drafts or were submitted with an earlier transition.
 */
export function isSubmittedRecord({ place }: Pick<RecordSource, 'place'>): boolean {
  return ITEMS.includes(place)
}
