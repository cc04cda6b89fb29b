// Sends a file as the answer: streamed, in parts where a player asks for them, never run in the portal's own origin.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged } from './etag.ts'

/** Positions of the first and the last byte. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface FileAnswerParts {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly digest: string
  readonly inline: boolean
  /** Set where another kind of it may be sent to another browser. */
  readonly varies?: true
  /** The bytes, or those of the range. */
  readonly open: (range?: ByteRange) => Promise<Readable>
}

/** `load` runs while nobody waits for the caller's turn: a file may come from another server. */
export class FileAnswer {
  readonly load: () => Promise<FileAnswerParts>

  constructor(load: () => Promise<FileAnswerParts>) {
    this.load = load
  }
}

export const openBytes =
  (bytes: Buffer): FileAnswerParts['open'] =>
  async (range) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes])

export async function sendFile(request: FastifyRequest, reply: FastifyReply, answer: FileAnswer) {
  const { name, type, size, digest, inline, varies, open } = await answer.load()
  const tag = `"${digest.slice(0, 32)}"`
  const range = readRange(request, tag, size)
  if (range === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const isKnown = isUnchanged(request, reply, tag)
  const stream = isKnown || request.method === 'HEAD' ? undefined : await open(range).catch(withoutTag(reply))
  if (varies) reply.header('vary', 'accept')
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-cache')
    .header('accept-ranges', 'bytes')
  if (isKnown) return reply.send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  const how = inline ? 'inline' : 'attachment'
  return reply
    .header('content-type', type)
    .header('content-length', range ? range.end - range.start + 1 : size)
    .header('content-disposition', `${how}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(stream)
}

/** A refusal is no version of the file. */
const withoutTag = (reply: FastifyReply) => (error: unknown) => {
  reply.removeHeader('etag')
  throw error
}

/** Undefined for the whole: none is asked for, several are, or one of an earlier version (RFC 9110, section 14). */
function readRange({ headers }: FastifyRequest, tag: string, size: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== tag) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start > end ? 'beyond' : { start, end }
}
