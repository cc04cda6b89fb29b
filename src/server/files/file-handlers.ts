// Owns the calls about files: upload, what is known of one, its bytes, and taking it back.

import { Failure } from '../../shared/errors.ts'
import { fileAddress } from '../../shared/file-address.ts'
import { TokenBucket } from '../accounts/token-bucket.ts'
import { noteReading } from '../audit/note-reading.ts'
import type { Call, Handlers } from '../call.ts'
import { FileAnswer } from '../http/file-answer.ts'
import { networkOf } from '../http/network-of.ts'
import { canHave, type FileRow, isPaper } from './file-access.ts'
import { FILE_KINDS, type FileKindName } from './file-kinds.ts'
import { type FileParts, receiveFile } from './receive-file.ts'

const BURST = 60
const PER_SECOND = 0.5

/** Nobody learns of a file that he may not have. */
async function requireFile(call: Call): Promise<FileRow> {
  const file = await call.services.db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', String(call.params.id))
    .executeTakeFirst()
  if (!file || !(await canHave(file, call)))
    throw new Failure('NOT_FOUND', { message: '文件不存在或您无权查看' })
  return file
}

const toInfo = ({ id, name, kind, size }: FileRow) => ({
  id,
  name,
  size,
  type: FILE_KINDS[kind as FileKindName].type,
  url: fileAddress(id),
})

export function buildFileHandlers(parts: FileParts): Handlers {
  const bucket = new TokenBucket(BURST, PER_SECOND)
  return {
    'file.upload': async (call) => {
      const { asker, request, services } = call
      if (!bucket.take(asker?.id ?? networkOf(request.address), services.clock().getTime()))
        throw new Failure('TOO_MANY_REQUESTS')
      return toInfo(await receiveFile(call, parts))
    },
    'file.info': async (call) => toInfo(await requireFile(call)),
    'file.download': async (call) => {
      const file = await requireFile(call)
      if (isPaper(file, call))
        await noteReading(call, {
          action: 'file.download',
          target: file.id,
          subject: file.ownerId,
          fields: [file.name],
        })
      const kind = FILE_KINDS[file.kind as FileKindName]
      return new FileAnswer({
        ...file,
        type: kind.type,
        inline: kind.inline,
        stream: parts.store.read(file.id),
      })
    },
  }
}
