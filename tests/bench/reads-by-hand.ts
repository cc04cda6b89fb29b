// Provides how a good engineer would serve a list and an item by hand with the portal's duty: validated parameters, who may read which state and field, titles of references, the same fields, totals.
import Ajv, { type ValidateFunction } from 'ajv'
import type pg from 'pg'
import type { HandAnswer } from './server-by-hand.ts'

const id = { type: 'string', minLength: 1, maxLength: 500 }
const LIST = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    demandType: { enum: ['1', '2', '3', '4', '5', '6'] },
  },
}
const DETAIL = { type: 'object', required: ['id'], properties: { id, dataType: id, sourceType: id } }

/** Also what the owner and the company are called. */
const COLUMNS = `id, status, owner_id, title, body, view_count, like_count, support_count, collect_count, comment_count,
  revision, published_at, created_at, updated_at,
  (select name from account where account.id = owner_id) as owner_name,
  (select r.title from item r where r.id = hand_demand.body->>'companyId' and r.type = 'company' and r.status = 'online')
    as company_title`
const PAGE = 'order by published_at desc, id desc limit $1 offset $2'
const STATEMENTS = {
  list: `select ${COLUMNS} from hand_demand where status = 'online' ${PAGE}`,
  total: `select count(*)::int as total from hand_demand where status = 'online'`,
  kind: `select ${COLUMNS} from hand_demand where status = 'online' and demand_type = $3 ${PAGE}`,
  kindTotal: `select count(*)::int as total from hand_demand where status = 'online' and demand_type = $1`,
  detail: `select ${COLUMNS} from hand_demand where id = $1 and (status = 'online' or owner_id = $2)`,
} as const

interface HandRow {
  readonly id: string
  readonly status: string
  readonly owner_id: string | null
  readonly title: string
  readonly body: Readonly<Record<string, unknown>>
  readonly view_count: number
  readonly like_count: number
  readonly support_count: number
  readonly collect_count: number
  readonly comment_count: number
  readonly revision: number
  readonly published_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly owner_name: string | null
  readonly company_title: string | null
}

const MAX_LIST_TEXT = 500
const cut = (text: unknown): unknown =>
  typeof text === 'string' && text.length > MAX_LIST_TEXT ? `${text.slice(0, MAX_LIST_TEXT - 1)}…` : text

/** `account` is undefined for a visitor. The name is for everybody signed in, the number for the owner. */
function toItem(row: HandRow, account: string | undefined, shorten: (text: unknown) => unknown): object {
  const { body } = row
  return {
    id: row.id,
    type: 'demand',
    title: row.title,
    demandType: body.demandType ?? null,
    urgency: body.urgency ?? null,
    sysCategoryId: body.sysCategoryId ?? null,
    application: body.application ?? null,
    quantity: body.quantity ?? null,
    unit: body.unit ?? null,
    budget: body.budget ?? null,
    technicalRequirement: shorten(body.technicalRequirement ?? null),
    scene: shorten(body.scene ?? null),
    region: body.region ?? null,
    deliveryPlace: body.deliveryPlace ?? null,
    deadline: body.deadline ?? null,
    ...(account === undefined ? {} : { contactName: body.contactName ?? null }),
    ...(account === undefined || account !== row.owner_id
      ? {}
      : { contactMobile: body.contactMobile ?? null }),
    schemeDisclosure: body.schemeDisclosure ?? null,
    progress: body.progress ?? null,
    companyId: body.companyId ?? null,
    companyIdTitle: row.company_title,
    status: row.status,
    statusReason: null,
    statusWords: null,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    viewCount: row.view_count,
    likeCount: row.like_count,
    supportCount: row.support_count,
    collectCount: row.collect_count,
    commentCount: row.comment_count,
    revision: row.revision,
    publishedAt: row.published_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

const LIST_PATH = '/newapi/demand/showlist'
const DETAIL_PATH = '/newapi/demand/info/'

/** Answers the portal's own addresses of a list and an item; undefined for any other. */
export function buildReads(
  pool: pg.Pool,
): (address: URL, account: string | undefined) => Promise<HandAnswer> | undefined {
  const ajv = new Ajv({ coerceTypes: true, useDefaults: true })
  const validators = { list: ajv.compile(LIST), detail: ajv.compile(DETAIL) }
  const ask = async <Row extends pg.QueryResultRow>(name: keyof typeof STATEMENTS, values: unknown[]) =>
    (await pool.query<Row>({ name, text: STATEMENTS[name], values })).rows

  const list = async (params: Readonly<Record<string, unknown>>, account: string | undefined) => {
    const [page, limit, kind] = [Number(params.page), Number(params.limit), params.demandType]
    const paging = [limit, (page - 1) * limit]
    const [rows, [counted]] = await (kind === undefined
      ? Promise.all([ask<HandRow>('list', paging), ask<{ total: number }>('total', [])])
      : Promise.all([ask<HandRow>('kind', [...paging, kind]), ask<{ total: number }>('kindTotal', [kind])]))
    const total = counted?.total ?? 0
    return {
      list: rows.map((row) => toItem(row, account, cut)),
      totalCount: total,
      pageSize: limit,
      totalPage: Math.ceil(total / limit),
      currPage: page,
    }
  }

  const detail = async (params: Readonly<Record<string, unknown>>, account: string | undefined) => {
    const [row] = await ask<HandRow>('detail', [params.id, account ?? null])
    return row && { ...toItem(row, account, (text) => text), actions: [], editable: false }
  }

  const validated = async (
    validate: ValidateFunction,
    params: Record<string, unknown>,
    read: (params: Record<string, unknown>) => Promise<unknown>,
  ): Promise<HandAnswer> => {
    if (!validate(params)) return [400, validate.errors]
    const data = await read(params)
    return data === undefined ? [404, null] : [200, data]
  }

  return ({ pathname, searchParams }, account) => {
    const params = Object.fromEntries(searchParams)
    if (pathname === LIST_PATH) return validated(validators.list, params, (valid) => list(valid, account))
    if (!pathname.startsWith(DETAIL_PATH)) return undefined
    const named = { ...params, id: decodeURIComponent(pathname.slice(DETAIL_PATH.length)) }
    return validated(validators.detail, named, (valid) => detail(valid, account))
  }
}
