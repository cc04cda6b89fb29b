// Receives an upload: applies the rules of the field and the quota, stores the streamed bytes, writes the row.

import { type Kysely, sql } from 'kysely'
import type { Call } from '#server/platform/call.ts'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { FileRow } from './file-access.ts'
import { type FileRule, findFileRule, refuseUpload } from './file-rules.ts'
import type { FileStore, StoreRefusal } from './file-store.ts'
import { cleanFilm } from './formats/clean-film.ts'
import { cleanPicture } from './formats/clean-picture.ts'
import { claimedKind } from './formats/file-kinds.ts'
import { requireVisitorCapacity, takeVisitorBytes } from './visitor-capacity.ts'

const MAX_NAME_LENGTH = 100

export interface FileParts {
  readonly store: FileStore
  /** Bytes that one account may keep. */
  readonly quota: number
  /** Times the limits of how often visitors upload; null takes them away. */
  readonly limits: number | null
}

export async function receiveFile(call: Call, { store, quota, limits }: FileParts): Promise<FileRow> {
  const { params, request, services, caller } = call
  const [form, field] = [String(params.form), String(params.field)]
  const model = services.model()
  refuseUpload(model, form, caller)
  const rule = findFileRule(model, form, field)
  await requireVisitorCapacity(call, limits)
  const room = await loadAvailableBytes(call, quota)
  if (room <= 0) throw quotaExceeded(room, quota)
  const most = Math.min(rule.mostBytes, room)
  const upload = await request.upload?.(most)
  if (!upload) throw new Failure('BAD_INPUT', { message: '没有收到文件，请重新选择' })
  const name = toName(upload.name)
  const kind = claimedKind(name)
  if (!kind || !rule.accept.includes(kind)) throw toFailure('kind', rule)
  const mostOfKind = Math.min(rule.mostOf(kind), room)
  const stored = await store.put(upload.stream, kind, mostOfKind, async (path, received) =>
    kind === 'mp4' ? cleanFilm(path, received) : cleanPicture(path, received, kind),
  )
  if (typeof stored === 'string')
    throw stored === 'large' && mostOfKind === room
      ? quotaExceeded(room, quota)
      : toFailure(stored, rule, rule.mostOf(kind))
  try {
    const row = { ...stored, name, kind, form, field, ...ownerOf(call) }
    await services.db.transaction().execute(async (transaction) => {
      await lockFileQuota(transaction, call)
      const left = await loadAvailableBytes(call, quota, transaction)
      if (row.size > left) throw quotaExceeded(left, quota)
      if (limits !== null) await takeVisitorBytes(transaction, call, { bytes: row.size, most: quota })
      await transaction
        .insertInto('file')
        .values({ ...row, createdAt: services.clock() })
        .execute()
    })
    return row
  } catch (error) {
    // What cannot be removed now is swept later.
    await store.remove(stored.id).catch(() => undefined)
    throw error
  }
}

/** A visitor is identified by the browser. */
const ownerOf = ({ caller, request }: Call) =>
  caller ? { ownerId: caller.id, visitor: null } : { ownerId: null, visitor: request.visitor.ensure() }

/** The last part of the path, without characters that no file system shows. */
function toName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '').trim()
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(plain)?.[0] ?? ''
  const name = plain.slice(0, plain.length - ending.length)
  return `${cutLetters(name, MAX_NAME_LENGTH - ending.length) || '文件'}${ending}`
}

function toFailure(refusal: StoreRefusal, rule: FileRule, most = rule.mostBytes): Failure {
  const kinds = rule.accept.map((kind) => kind.toUpperCase()).join('、')
  if (refusal === 'large')
    return new Failure('FILE_TOO_LARGE', {
      message: `${rule.title}不能超过 ${most / 1024 / 1024} MB，请压缩后重新选择`,
    })
  if (refusal === 'damaged')
    return new Failure('FILE_KIND', { message: '这个文件不完整或已损坏，请确认能正常打开，重新保存后再选择' })
  if (refusal === 'empty') return new Failure('BAD_INPUT', { message: '文件为空，请重新选择' })
  return new Failure('FILE_KIND', { message: `${rule.title}只能是 ${kinds} 文件，且内容须与扩展名相符` })
}

/** How many bytes are left; those who run the portal have no limit. */
async function loadAvailableBytes(
  call: Call,
  quota: number,
  db: Kysely<Schema> = call.services.db,
): Promise<number> {
  const { caller } = call
  if (caller === null || isGranted(caller, GRANTS.moderate)) return Number.POSITIVE_INFINITY
  return quota - (await usedBy(db, caller.id))
}

/** Two uploads at the same time must not both find the last place: call it in the transaction that takes it. */
async function lockFileQuota(db: Kysely<Schema>, { caller }: Call): Promise<void> {
  if (caller !== null)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`file/${caller.id}`}, 0))`.execute(db)
}

async function usedBy(db: Kysely<Schema>, ownerId: string): Promise<number> {
  const { used } = await db
    .selectFrom('file')
    .select(sql<string | number>`coalesce(sum(size), 0)`.as('used'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(used)
}

/** `left` and `quota` in bytes. */
function quotaExceeded(left: number, quota: number): Failure {
  const words = `您上传的文件最多共 ${toMegabytes(quota)} MB，还可上传 ${toMegabytes(Math.max(0, left))} MB`
  return new Failure('FILE_QUOTA', {
    message: `${words}；上传后没有用到的文件一天后自动清理，如仍不够用请联系我们`,
    data: { left: Math.max(0, left), quota },
  })
}

const toMegabytes = (bytes: number): string => (Math.floor((bytes / 1024 / 1024) * 10) / 10).toString()
