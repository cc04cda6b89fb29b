// Provides how a good engineer would create items by hand with the portal's duty: session, validation, refusal of a repeated submission, receipt number, search words, audit chain and version.
import { randomInt, randomUUID } from 'node:crypto'
import type http from 'node:http'
import Ajv from 'ajv'
import type pg from 'pg'
import { VectorBuilder, type Weight } from '#server/platform/text/search-vector.ts'
import type { HandAnswer } from './server-by-hand.ts'

const LANES = 16

/** The table holds the same rows as the portal's, with the indexes that its lists want. */
export const HAND_TABLES = [
  `create table hand_demand as select id, owner_id, status, title, body->>'demandType' as demand_type,
    body->>'urgency' as urgency, category, body->>'application' as application, region,
    (body->>'budget')::float8 as budget, body->>'deadline' as deadline, body, search, view_count, like_count,
    support_count, collect_count, comment_count, revision, published_at, created_at, updated_at from item where type = 'demand'`,
  `alter table hand_demand add primary key (id), alter revision set default 1, ${['view', 'like', 'support', 'collect', 'comment'].map((name) => `alter ${name}_count set default 0`).join(', ')}`,
  'create index on hand_demand (status, published_at desc, id desc)',
  'create index on hand_demand (owner_id, title)',
  'create index on hand_demand (status, demand_type, published_at desc, id desc)',
  'create index on hand_demand (status, urgency, published_at desc, id desc)',
  'create index on hand_demand (status, category, published_at desc, id desc)',
  'create index on hand_demand (status, application, published_at desc, id desc)',
  'create index on hand_demand (status, region)',
  'create index on hand_demand (status, budget, id)',
  'create index on hand_demand (status, deadline, id)',
  'create index on hand_demand (status, view_count desc, id desc)',
  'create index on hand_demand using gin (search)',
  `create table hand_audit (id bigserial primary key, at timestamptz not null, actor text, action text, target text,
    address text, lane int, position bigint, hash text)`,
  'create unique index on hand_audit (lane, position)',
  'create index on hand_audit (actor, id desc)',
  'create index on hand_audit (target, id desc)',
  'create index on hand_audit (at)',
  `create table hand_audit_head as select lane, 0::bigint as position, '' as hash from generate_series(0, ${LANES - 1}) lane`,
  'alter table hand_audit_head add primary key (lane)',
  `create table hand_version as select lane, 0::bigint as version from generate_series(0, ${LANES - 1}) lane`,
  'alter table hand_version add primary key (lane)',
  'create sequence hand_receipt',
]

const text = (minLength: number, maxLength: number) => ({ type: 'string', minLength, maxLength })
const FORM = {
  type: 'object',
  required: [
    'title',
    'demandType',
    'urgency',
    'sysCategoryId',
    'application',
    'technicalRequirement',
    'deadline',
  ],
  additionalProperties: false,
  properties: {
    title: text(5, 60),
    demandType: { enum: ['1', '2', '3', '4', '5'] },
    urgency: { enum: ['1', '2', '3'] },
    sysCategoryId: text(1, 20),
    application: text(1, 20),
    quantity: { type: 'integer', minimum: 1, maximum: 999_999 },
    unit: text(1, 8),
    budget: { type: 'number', minimum: 0, maximum: 100_000_000 },
    technicalRequirement: text(20, 3_000),
    scene: text(0, 1_000),
    region: text(2, 12),
    deliveryPlace: text(0, 100),
    deadline: { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` },
    contactName: text(1, 20),
    contactMobile: { type: 'string', pattern: String.raw`^1\d{10}$` },
  },
}
const SEARCHED: readonly (readonly [string, Weight])[] = [
  ['title', 'A'],
  ['technicalRequirement', 'B'],
  ['scene', 'C'],
]

const CREATE = `with head as (
    update hand_audit_head set position = position + 1, hash = encode(sha256(convert_to(
      hash || E'\\n' || (position + 1)::text || E'\\n' || $1, 'UTF8')), 'hex')
    where lane = $2 returning lane, position, hash),
  log as (insert into hand_audit (at, actor, action, target, address, lane, position, hash)
    select $3, $4, 'demand.add', $5, $6, lane, position, hash from head),
  bump as (update hand_version set version = version + 1 where lane = $2)
  insert into hand_demand (id, owner_id, status, title, demand_type, urgency, category, application, region, budget,
    deadline, body, search, created_at, updated_at)
  values ($5, $4, 'draft', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16::tsvector, $3, $3)`

/** Stores what an account submits; the database is a portal's, with `HAND_TABLES`. */
export function buildCreate(
  pool: pg.Pool,
): (request: http.IncomingMessage, owner: string | undefined) => Promise<HandAnswer> {
  const validate = new Ajv().compile(FORM)
  /** Of submissions under way, so that one pressed twice is stored once. */
  const underWay = new Set<string>()

  async function create(request: http.IncomingMessage, owner: string | undefined): Promise<HandAnswer> {
    if (owner === undefined) return [401, null]
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string | number>
    if (!validate(body)) return [400, validate.errors]
    const title = String(body.title).normalize('NFKC').trim()
    const key = `${owner} ${title}`
    if (underWay.has(key)) return [409, null]
    underWay.add(key)
    try {
      const same = await pool.query({
        name: 'same',
        text: 'select id from hand_demand where owner_id = $1 and title = $2 limit 1',
        values: [owner, title],
      })
      if (same.rows.length > 0) return [409, same.rows[0]]
      const [id, lane, now] = [randomUUID(), randomInt(LANES), new Date()]
      const vector = new VectorBuilder()
      for (const [name, weight] of SEARCHED)
        if (body[name] !== undefined) vector.add(String(body[name]), weight)
      const address = request.socket.remoteAddress ?? null
      const payload = JSON.stringify([now, owner, 'demand.add', id, address])
      const receiptNo = await nextReceipt()
      const values = [payload, lane, now, owner, id, address, title, body.demandType, body.urgency]
      const more = [
        body.sysCategoryId,
        body.application,
        body.region ?? null,
        body.budget ?? null,
        body.deadline,
      ]
      await pool.query({
        name: 'create',
        text: CREATE,
        values: [...values, ...more, JSON.stringify({ ...body, receiptNo }), vector.toString()],
      })
      return [200, { id, receiptNo }]
    } finally {
      underWay.delete(key)
    }
  }

  let [next, end] = [0, 0]
  /** Taken from the sequence twenty at a time. */
  async function nextReceipt(): Promise<string> {
    if (next === end) {
      const { rows } = await pool.query(`select nextval('hand_receipt')::int as n`)
      ;[next, end] = [rows[0].n * 20, rows[0].n * 20 + 20]
    }
    next += 1
    return new Date().toISOString().slice(0, 10).replaceAll('-', '') + String(next).padStart(6, '0')
  }

  return create
}
