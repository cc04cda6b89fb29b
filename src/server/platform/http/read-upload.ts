// Reads multipart requests: one file each, as a stream, limited while it arrives.
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Upload } from '#server/platform/call.ts'

export async function readUploads(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 4, fieldSize: 1024 },
  })
}

/**
 * The request's file; null where there is none, as in a body that is no multipart. `most` bytes and one more are read,
 * so that too many show.
 */
export async function readUpload(request: FastifyRequest, most: number): Promise<Upload | null> {
  if (!request.isMultipart()) return null
  const part: MultipartFile | undefined = await request
    .file({ limits: { fileSize: most + 1 } })
    .catch((error: { statusCode?: number }) => {
      // The parser's own errors have no status.
      if (error.statusCode === undefined) return undefined
      throw error
    })
  return part ? { name: part.filename ?? '', stream: part.file } : null
}
