// Stores the description of a picture: its alternative text and the focus that cropping keeps.

import type { Call } from '#server/platform/call.ts'
import { bodyOf } from '#server/platform/calls/body-of.ts'
import { GRANTS, isGranted } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import { canHave, type FileRow } from './file-access.ts'

/** Allows the owner to describe a picture until it is public: approved content is not changed after its review. */
async function refuseDescribing(file: FileRow, call: Call): Promise<void> {
  const { caller } = call
  if (isGranted(caller, GRANTS.moderate)) return
  const isOwn = file.ownerId === null || file.ownerId === caller?.id
  if (!isOwn) throw new Failure('NOT_FOUND', { message: '文件不存在或您无权查看' })
  if (file.ownerId !== null && (await canHave(file, { ...call, caller: null })))
    throw new Failure('WRONG_STATE', {
      message: '图片已经公开，说明不能直接修改；请修改内容，重新上传这张图片',
    })
}

export async function describePicture(call: Call, file: FileRow): Promise<FileRow> {
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
