// Handles the calls about files: upload, description, download, deletion.

import { auditReading } from '#server/platform/audit/audit-reading.ts'
import type { Call, Handlers } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { type ByteRange, FileAnswer } from '#server/platform/http/file-answer.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { TokenBucket } from '#server/platform/limits/token-bucket.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { fileAddress } from '#shared/addresses/file-address.ts'
import { Failure } from '#shared/calls/errors.ts'
import { canHave, type FileRow, isPaper } from './file-access.ts'
import { type FileKindName, UPLOAD_KINDS } from './formats/file-kinds.ts'
import { PictureSizes, type RequestedSize } from './picture-sizes.ts'
import { type FileParts, receiveFile } from './receive-file.ts'

const BURST = 60
const PER_SECOND = 0.5
/** In hundredths, from the left and from the top. */
const CENTRE = 50

const missing = () => new Failure('NOT_FOUND', { message: '文件不存在或您无权查看' })

/** Throws the same error for an unreadable file as for an unknown one. */
async function requireFile(call: Call, id = call.params.id): Promise<FileRow> {
  const file = await call.services.db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', String(id))
    .executeTakeFirst()
  if (!file || !(await canHave(file, call))) throw missing()
  return file
}

const toInfo = ({ id, name, kind, size, alt, focusX, focusY }: FileRow) => ({
  id,
  alt: alt ?? '',
  focus: { x: focusX ?? CENTRE, y: focusY ?? CENTRE },
  name,
  size,
  type: UPLOAD_KINDS[kind as FileKindName].type,
  url: fileAddress(id),
})

const toWanted = ({ params: { w, shape }, request: { accept = '' } }: Call): RequestedSize | null =>
  w === undefined
    ? null
    : {
        width: Number(w),
        shape: shape === 'wide' ? 'wide' : 'whole',
        isAvif: accept.includes('image/avif'),
      }

/**
 * Builds the handlers of files: upload, information, description of a picture, and download in several sizes. Too
 * many uploads in a row are refused with `TOO_MANY_REQUESTS`.
 *
 * @example
 * const parts = { store: files, quota: settings.fileQuota, limits: settings.writeLimits }
 * const handlers: Handlers = { ...buildFileHandlers(parts) }
 */
export function buildFileHandlers(parts: FileParts): Handlers {
  const pictures = new PictureSizes(parts.store)
  const bucket = new TokenBucket(BURST, PER_SECOND)
  return {
    'file.upload': async (call) => {
      const { caller, request, services } = call
      if (!bucket.take(caller?.id ?? networkOf(request.address), services.clock().getTime()))
        throw new Failure('TOO_MANY_REQUESTS')
      return toInfo(await receiveFile(call, parts))
    },
    'file.info': async (call) => toInfo(await requireFile(call)),
    'file.describe': async (call) => {
      const file = await describePicture(call, await requireFile(call, bodyOf<'file.describe'>(call).id))
      // What was made around another focus has another name; it only takes room.
      await parts.store.removeDerived(file.id).catch(() => undefined)
      return toInfo(file)
    },
    'file.download': async (call) => {
      const file = await requireFile(call)
      if (isPaper(file, call))
        await auditReading(call, {
          action: 'file.download',
          target: file.id,
          subject: file.ownerId,
          fields: [file.name],
        })
      const kind = UPLOAD_KINDS[file.kind as FileKindName]
      const wanted = toWanted(call)
      const open = async (range?: ByteRange) => {
        const opened = await parts.store.open(file.id, range)
        if (!opened) throw missing()
        return opened.stream
      }
      const whole = { ...file, type: kind.type, inline: kind.inline, open }
      return new FileAnswer(async () => (await pictures.sized(file, wanted)) ?? whole)
    },
  }
}

/** Allows the owner to describe a picture until it is public: approved content is not changed after its review. */
async function refuseDescribing(file: FileRow, call: Call): Promise<void> {
  const { caller } = call
  if (isGranted(caller, GRANTS.moderate)) return
  const isOwn = file.ownerId === null || file.ownerId === caller?.id
  if (!isOwn) throw missing()
  if (file.ownerId !== null && (await canHave(file, { ...call, caller: null })))
    throw new Failure('WRONG_STATE', {
      message: '图片已经公开，说明不能直接修改；请修改内容，重新上传这张图片',
    })
}

async function describePicture(call: Call, file: FileRow): Promise<FileRow> {
  await refuseDescribing(file, call)
  const { alt, focusX, focusY } = bodyOf<'file.describe'>(call)
  const description = {
    ...(alt === undefined ? {} : { alt: alt.trim() || null }),
    ...(focusX === undefined ? {} : { focusX }),
    ...(focusY === undefined ? {} : { focusY }),
  }
  if (Object.keys(description).length === 0) return file
  await call.services.db.updateTable('file').set(description).where('id', '=', file.id).execute()
  return { ...file, ...description }
}
