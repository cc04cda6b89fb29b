// Sends a file as the answer: streamed, never sniffed, never run in the portal's own origin.
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

export interface FileAnswerParts {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly digest: string
  readonly inline: boolean
  /** Set where another kind of it may be sent to another browser. */
  readonly varies?: true
  readonly stream: Readable
}

export class FileAnswer {
  readonly parts: FileAnswerParts

  constructor(parts: FileAnswerParts) {
    this.parts = parts
  }
}

export function sendFile(reply: FastifyReply, { parts }: FileAnswer): FastifyReply {
  const { name, type, size, digest, inline, varies, stream } = parts
  if (varies) reply.header('vary', 'accept')
  const how = inline ? 'inline' : 'attachment'
  return reply
    .header('content-type', type)
    .header('content-length', size)
    .header('content-disposition', `${how}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-cache')
    .header('etag', `"${digest.slice(0, 32)}"`)
    .send(stream)
}
