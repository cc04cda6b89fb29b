// Lists the declarations that a person can submit: for which roles, in which period, and the state of the person's
// own.
import { sql } from 'kysely'
import { openingOf } from '#server/content/write/validate.ts'
import type { Call } from '#server/platform/call.ts'
import { type Audience, audienceTitle, type Caller } from '#shared/access/roles.ts'
import { isPublic } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Model } from '#shared/model/model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { Page } from '#shared/model/page-model.ts'
import { ownItems } from './own-items.ts'

interface DeclarationType {
  readonly type: ContentType
  readonly save: Operation
  /** The address of the form, and the address of one's own declaration. */
  readonly form: string
  readonly own: string
}

/** Finds the types that can be saved, are never public, and have a page that starts without parameters. */
function findDeclarationTypes({ contentTypes, operations, pages }: Model): DeclarationType[] {
  return contentTypes.flatMap((type) => {
    const { lifecycle, name } = type
    const save = operations.find(({ content }) => content?.type === name && content.action === 'save')
    const isOpen = Object.keys(lifecycle.states).some((state) => isPublic(lifecycle, state))
    const form = save && !isOpen ? pages.find((page) => begins(page, save)) : undefined
    if (!save || !form) return []
    const own = pages.find((page) => showsOwn(page, name, operations)) ?? form
    return [{ type, save, form: form.path, own: own.path }]
  })
}

const needsNothing = ({ params }: Page) => Object.values(params).every(({ required }) => !required)

const begins = (page: Page, save: Operation): boolean =>
  page.kind === 'form' && page.submit.operation === save.id && needsNothing(page)

function showsOwn(page: Page, type: string, operations: readonly Operation[]): boolean {
  if ((page.kind !== 'list' && page.kind !== 'detail') || !needsNothing(page)) return false
  const content = operations.find(({ id }) => id === page.source.operation)?.content
  return content?.type === type && (content.action === 'own' || content.fixed.mine === true)
}

interface Own {
  readonly type: string
  readonly status: string
  readonly receiptNo: string | null
  readonly updatedAt: Date
  readonly count: number
}

/** The newest of each type, and how many there are. */
async function loadOwn(call: Call, caller: NonNullable<Caller>): Promise<ReadonlyMap<string, Own>> {
  const { services } = call
  const { rows } =
    await sql<Own>`select distinct on (type) type, status, body ->> '_receiptNo' as receipt_no, updated_at,
      (count(*) over (partition by type))::int as count
    from item where ${ownItems(services.model(), caller)} order by type, created_at desc, id desc`.execute(
      services.db,
    )
  return new Map(rows.map((row) => [row.type, row]))
}

const termOf = ({ from, until }: NonNullable<ContentType['period']> = {}): string =>
  from === undefined && until === undefined
    ? '长期受理'
    : `${from ? `${from} 起` : ''}${from && until ? '，' : ''}${until ? `${until} 截止` : ''}`

const EVERYBODY: readonly Audience[] = ['anyone', 'registered', 'participant']

const whoMay = ({ roles }: Model, access: readonly Audience[]): string =>
  access.some((audience) => EVERYBODY.includes(audience))
    ? '登录后即可申报'
    : access.map((audience) => audienceTitle(roles, audience)).join('、')

const OPENING = { soon: '尚未开始', open: '', over: '已截止' } as const

export async function listDeclarations(call: Call): Promise<unknown> {
  const { services, caller } = call
  const model = services.model()
  const own = caller ? await loadOwn(call, caller) : new Map<string, Own>()
  const list = findDeclarationTypes(model).map(({ type, save, form, own: read }) => {
    const mine = own.get(type.name)
    const opening = OPENING[openingOf(type.period, services.clock())]
    return {
      id: type.name,
      title: type.title,
      who: whoMay(model, save.access),
      term: termOf(type.period) + (opening ? `（${opening}）` : ''),
      address: mine ? read : form,
      status: mine?.status ?? null,
      receiptNo: mine?.receiptNo ?? null,
      count: mine && type.several ? mine.count : null,
      updatedAt: mine?.updatedAt.toISOString() ?? null,
    }
  })
  return { list, totalCount: list.length, pageSize: list.length, totalPage: 1, currPage: 1 }
}
