// Lists a person's drafts, each with the address where it is continued.

import { sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import { readPaging } from '#server/platform/calls/read-parameter.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn } from '#server/platform/operations/require-signed-in.ts'
import { itemAddress } from '#shared/addresses/item-address.ts'
import { type Paged, toPaged } from '#shared/calls/envelope.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import { parseDraftKey } from '#shared/forms/draft-key.ts'
import type { Model } from '#shared/model/model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import { ownDrafts } from './own-drafts.ts'

interface StoredDraft {
  readonly form: string
  readonly key: string
  readonly body: JsonObject
  readonly updatedAt: Date
  /** Of a record. */
  readonly status: string | null
}

/** Undefined where no page offers the form any more. */
export function draftAddress(
  { pages }: Model,
  { form, key }: Pick<StoredDraft, 'form' | 'key'>,
): string | undefined {
  const fits = (page: FormPage) => {
    const names = requiredOf(page)
    const given = parseDraftKey(page, key)
    // The key of a stored record is the id itself.
    return names.includes('id') === (given === null) && names.every((name) => given?.[name] !== '')
  }
  const page = pages.find(
    (one): one is FormPage => one.kind === 'form' && one.draft && one.form.id === form && fits(one),
  )
  if (!page) return undefined
  const values = Object.entries(parseDraftKey(page, key) ?? { id: key })
  const query = new URLSearchParams(values.filter(([, value]) => value !== ''))
  return query.size > 0 ? `${page.path}?${query}` : page.path
}

/** Returns the address where the owner continues a record: the page that edits it, else its own page. */
function recordAddress(model: Model, { form, key }: Pick<StoredDraft, 'form' | 'key'>): string | undefined {
  const page = model.pages.find(
    (one): one is FormPage =>
      one.kind === 'form' &&
      one.form.id === form &&
      one.load !== undefined &&
      requiredOf(one).join() === 'id',
  )
  const type = model.contentTypes.find(({ name }) => name === form)
  const address = page ? `${page.path}?id=` : type && itemAddress(type, model.pages)
  return address === undefined ? undefined : address + encodeURIComponent(key)
}

function requiredOf({ params }: FormPage): string[] {
  return Object.entries(params).flatMap(([name, { required }]) => (required ? [name] : []))
}

export async function listDrafts({ caller, params, services }: Call): Promise<Paged<unknown>> {
  const person = requireSignedIn(caller)
  const paging = readPaging(params)
  const model = services.model()
  const drafts = ownDrafts(model, person)
  const [{ rows }, counted] = await Promise.all([
    sql<StoredDraft>`select * from ${drafts} kept order by updated_at desc, form, key
      limit ${paging.limit} offset ${(paging.page - 1) * paging.limit}`.execute(services.db),
    sql<{ total: number }>`select count(*)::int as total from ${drafts} kept`.execute(services.db),
  ])
  return toPaged(
    rows.map((draft) => toEntry(model, draft)),
    counted.rows[0]?.total ?? 0,
    paging,
  )
}

function toEntry(model: Model, draft: StoredDraft) {
  const { form, key, body, updatedAt, status } = draft
  const type = model.contentTypes.find(({ name }) => name === form)
  const formTitle = type?.title ?? model.forms.find(({ id }) => id === form)?.title ?? '已停用的表单'
  const heading = body[type?.heading ?? 'title']
  const isRecord = status !== null
  return {
    id: isRecord ? key : `${form}:${key}`,
    title:
      typeof heading === 'string' && heading.trim() !== ''
        ? cutLetters(heading.trim(), 120)
        : `未命名的${formTitle}`,
    type: isRecord ? form : null,
    form,
    formTitle,
    key,
    status,
    address: (isRecord ? recordAddress(model, draft) : draftAddress(model, draft)) ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}
