// Owns the list of a person's drafts, each with the address at which it is taken up again.
import type { Paged } from '../../shared/envelope.ts'
import type { Model } from '../../shared/model.ts'
import type { FormPage } from '../../shared/pages/form.ts'
import type { Call } from '../call.ts'
import type { JsonObject } from '../database/schema.ts'
import { toPaged } from '../operations/paged.ts'
import { readPaging } from '../operations/read-paging.ts'
import { requireSignedIn } from '../operations/require-signed-in.ts'

interface Kept {
  readonly form: string
  readonly key: string
  readonly body: JsonObject
  readonly updatedAt: Date
}

/** How the portal names the draft of something new; what it lies under follows after colons. */
const NEW = 'new'

/** Undefined where no page offers the form any more. */
export function draftAddress(
  { pages }: Model,
  { form, key }: Pick<Kept, 'form' | 'key'>,
): string | undefined {
  const [first, ...given] = key.split(':')
  const isNew = first === NEW
  const fits = (page: FormPage) => {
    const names = requiredOf(page)
    return isNew ? !names.includes('id') || given.length === names.length : names.includes('id')
  }
  const page = pages.find(
    (one): one is FormPage => one.kind === 'form' && one.draft && one.form.id === form && fits(one),
  )
  if (!page) return undefined
  const values = isNew
    ? requiredOf(page).map((name, at) => [name, given[at] ?? ''] as [string, string])
    : [['id', key] as [string, string]]
  const query = new URLSearchParams(values.filter(([, value]) => value !== ''))
  return query.size > 0 ? `${page.path}?${query}` : page.path
}

function requiredOf({ params }: FormPage): string[] {
  return Object.entries(params).flatMap(([name, { required }]) => (required ? [name] : []))
}

export async function listDrafts({ asker, params, services }: Call): Promise<Paged<unknown>> {
  const userId = requireSignedIn(asker).id
  const paging = readPaging(params)
  const drafts = await services.db
    .selectFrom('draft')
    .select(['form', 'key', 'body', 'updatedAt'])
    .where('userId', '=', userId)
    .orderBy('updatedAt', 'desc')
    .execute()
  const start = (paging.page - 1) * paging.limit
  const model = services.model()
  const shown = drafts.slice(start, start + paging.limit).map((draft) => toEntry(model, draft))
  return toPaged(shown, drafts.length, paging)
}

function toEntry(model: Model, draft: Kept) {
  const { form, key, body, updatedAt } = draft
  const type = model.contentTypes.find(({ name }) => name === form)
  const formTitle = type?.title ?? model.forms.find(({ id }) => id === form)?.title ?? '已停用的表单'
  const heading = body[type?.heading ?? 'title']
  return {
    id: `${form}:${key}`,
    title:
      typeof heading === 'string' && heading.trim() !== ''
        ? heading.trim().slice(0, 120)
        : `未命名的${formTitle}`,
    form,
    formTitle,
    key,
    address: draftAddress(model, draft) ?? null,
    updatedAt: updatedAt.toISOString(),
  }
}
