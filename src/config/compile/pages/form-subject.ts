// Compiles what a form shows of other pages: the parent of the submitted item, and the preview of the item itself.

import { isInAudience, type RoleModel, toRoleCaller } from '#shared/access/roles.ts'
import { itemAddress } from '#shared/addresses/item-address.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Page } from '#shared/model/page-model.ts'
import type { DetailPage, Preview } from '#shared/model/pages/detail.ts'
import type { FormPage, FormSubjectModel } from '#shared/model/pages/form.ts'

const FACTS = 3

/** Every form whose address names the item above gets it from that item's own page. */
export function withSubjects(
  roles: readonly RoleModel[],
  pages: readonly Page[],
  types: readonly ContentType[],
  operations: ReadonlyMap<string, Operation>,
): Page[] {
  const byName = new Map(types.map((type) => [type.name, type]))
  const details = pages.filter((page) => page.kind === 'detail')
  return pages.map((page) => {
    if (page.kind !== 'form') return page
    const type = byName.get(operations.get(page.submit.operation)?.content?.type ?? '')
    const above = type?.fields.find(({ name }) => name === type.parent)
    const parent = byName.get(above?.ref ?? '')
    const detail = details.find((one) => one.contentType === parent?.name && opensFor(roles, one, page))
    if (!above || !parent || !detail || !isNamed(page, above.name)) return page
    const subject = {
      ...toSubject(parent.title, detail, above.name),
      ...(type?.admission ? { submits: type.name } : {}),
      ...(type?.takes ? { decides: true } : {}),
    }
    return { ...page, subject }
  })
}

/** Returns true if every role that may open the form may open the page. */
function opensFor(roles: readonly RoleModel[], page: Pick<Page, 'access'>, form: FormPage): boolean {
  return roles.every((role) => {
    const caller = toRoleCaller(role)
    return isInAudience(caller, page.access) || !isInAudience(caller, form.access)
  })
}

function isNamed({ params }: FormPage, name: string): boolean {
  return params[name]?.required === true
}

/** The page's own parameter of the address stands under the name that the form's page has for it. */
function toSubject(
  title: string,
  { id, path, source, heading, meta, picture }: DetailPage,
  name: string,
): FormSubjectModel {
  const params = Object.fromEntries(
    Object.entries(source.params).map(([key, value]) => [
      key,
      value === '{query.id}' ? `{query.${name}}` : value,
    ]),
  )
  return {
    title,
    source: { ...source, params },
    open: { page: id, path, params: { id: `{query.${name}}` } },
    heading,
    facts: meta.filter(({ field }) => !field.system).slice(0, FACTS),
    ...(picture ? { picture } : {}),
  }
}

const WRITES: ReadonlySet<string> = new Set(['add', 'update'])

/** Forms that write content with a page of its own, and pages where it is reviewed, get its preview from that page. */
export function withPreviews(
  pages: readonly Page[],
  types: readonly ContentType[],
  operations: ReadonlyMap<string, Operation>,
): Page[] {
  const details = new Map(
    types.flatMap(({ name, detailPage = '', anonymous }) => {
      const address = itemAddress({ detailPage }, pages)
      if (address === undefined) return []
      const preview: Preview = { address, ...(anonymous ? { anonymous } : {}) }
      return [[name, preview] as const]
    }),
  )
  return pages.map((page) => {
    if (page.kind === 'detail' && page.review) {
      const preview = details.get(page.contentType ?? '')
      return preview ? { ...page, review: { ...page.review, preview } } : page
    }
    if (page.kind !== 'form') return page
    const content = operations.get(page.submit.operation)?.content
    const preview = content && WRITES.has(content.action) ? details.get(content.type) : undefined
    return preview ? { ...page, preview } : page
  })
}
