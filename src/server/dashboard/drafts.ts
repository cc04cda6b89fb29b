// Selects and lists a person's unsubmitted work, each with the address where it is continued.

import { type RawBuilder, sql } from 'kysely'
import { isEditable } from '#server/content/access/can-edit.ts'
import { findPlan } from '#server/content/items/type-plan.ts'
import type { Call } from '#server/platform/call.ts'
import { readPage } from '#server/platform/calls/read-page.ts'
import type { JsonObject } from '#server/platform/database/tables/schema.ts'
import { requireSignedIn, type SignedIn } from '#server/platform/operations/require-signed-in.ts'
import { isInAudience } from '#shared/access/roles.ts'
import { itemAddress } from '#shared/addresses/item-address.ts'
import type { Paged } from '#shared/calls/envelope.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import { parseDraftKey } from '#shared/forms/draft-key.ts'
import { keepsDrafts } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

interface StoredDraft {
  readonly form: string
  readonly key: string
  readonly body: JsonObject
  readonly updatedAt: Date
  /** Of a record. */
  readonly status: string | null
}

type Kept = Pick<StoredDraft, 'form' | 'key'>

/** The forms that the person may open, as operators have edit pages of their own. What `owner` means is per item. */
const formPages = ({ pages }: Model, caller: SignedIn): FormPage[] =>
  pages.filter(
    (page): page is FormPage =>
      page.kind === 'form' && (page.access.includes('owner') || isInAudience(caller, page.access)),
  )

/** Undefined where no page offers the person the form any more. */
function draftAddress(model: Model, { form, key }: Kept, caller: SignedIn): string | undefined {
  const fits = (page: FormPage) => {
    const names = requiredOf(page)
    const given = parseDraftKey(page, key)
    // The key of a stored record is the id itself.
    return names.includes('id') === (given === null) && names.every((name) => given?.[name] !== '')
  }
  const page = formPages(model, caller).find((one) => one.draft && one.form.id === form && fits(one))
  if (!page) return undefined
  const values = Object.entries(parseDraftKey(page, key) ?? { id: key })
  const query = new URLSearchParams(values.filter(([, value]) => value !== ''))
  return query.size > 0 ? `${page.path}?${query}` : page.path
}

/** Returns the address where the owner continues a record: the page that edits it, else its own page. */
function recordAddress(model: Model, { form, key }: Kept, caller: SignedIn): string | undefined {
  const page = formPages(model, caller).find(
    (one) => one.form.id === form && one.load !== undefined && requiredOf(one).join() === 'id',
  )
  const type = model.contentTypes.find(({ name }) => name === form)
  const address = page ? `${page.path}?id=` : type && itemAddress(type, model.pages)
  return address === undefined ? undefined : address + encodeURIComponent(key)
}

function requiredOf({ params }: FormPage): string[] {
  return Object.entries(params).flatMap(([name, { required }]) => (required ? [name] : []))
}

export async function listDrafts(call: Call): Promise<Paged<unknown>> {
  const model = call.services.model()
  const caller = requireSignedIn(call.caller)
  return readPage(
    call,
    {
      columns: sql`*`,
      from: sql`from ${ownDrafts(model, caller)} kept`,
      order: sql`updated_at desc, form, key`,
    },
    (draft: StoredDraft) => toEntry(model, draft, caller),
  )
}

function toEntry(model: Model, draft: StoredDraft, caller: SignedIn) {
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
    address: (isRecord ? recordAddress(model, draft, caller) : draftAddress(model, draft, caller)) ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}

/**
 * Returns a SQL table expression. Where a record also has a saved form, the form is newer and stands for both.
 * `status` is the state of a record, null for a form.
 */
export function ownDrafts(model: Model, caller: SignedIn): RawBuilder<unknown> {
  return sql`(
    select form, key, body, updated_at, null::text as status from draft where user_id = ${caller.id}
    union all
    select type, id, body, updated_at, status from item
    where owner_id = ${caller.id} and ${isDraft(model, caller)}
      and not exists (select from draft where user_id = ${caller.id} and form = item.type and key = item.id)
  )`
}

/** Condition on a row of `item`. */
function isDraft(model: Model, caller: SignedIn): RawBuilder<unknown> {
  const kept = model.contentTypes.flatMap(({ name, lifecycle }) => {
    const { initial } = lifecycle
    const plan = keepsDrafts(lifecycle) && isEditable(lifecycle, initial) ? findPlan(model, name) : undefined
    return plan
      ? [sql`(type = ${name} and status = ${initial} and ${plan.relations.readableToOwner(caller)})`]
      : []
  })
  return kept.length === 0 ? sql`false` : sql`(${sql.join(kept, sql` or `)})`
}
